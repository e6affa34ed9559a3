import { expect, test } from 'vitest';
import { newDataKey, unwrapKey, wrapKey } from '../../../../src/stores/plates/data-key.ts';
import { createPlateCipher } from '../../../../src/stores/plates/plate-cipher.ts';
import { createPlateSeal } from '../../../../src/stores/plates/plate-seal.ts';

const PLATES = ['NE4821', 'AB', 'MÜ-AB 12', '京A·12345', 'قين١٢٣٤', 'ÑANDÚ1', '가'.repeat(15)];
const key = newDataKey();
const cipher = createPlateCipher(key);
const { seal, open } = cipher;

test.each(PLATES)('%s is opened as it was sealed, by any process with the key', (plate) => {
  const sealed = seal(plate);
  expect(sealed).toMatch(/^p1\.[\w-]{59,}$/);
  expect(sealed).not.toContain(plate);
  const other = createPlateCipher(Buffer.from(key));
  expect(other.seal(plate)).toBe(sealed);
  expect(other.open(sealed)).toBe(plate);
});

test('other plates have other texts, of the same length up to 16 bytes', () => {
  const sealed = ['A1', 'A2', 'AB1234567890123', 'ZZ 999'].map(seal);
  expect(new Set(sealed).size).toBe(4);
  expect(new Set(sealed.map(({ length }) => length)).size).toBe(1);
});

test('a text that is not sealed is its own', () => {
  expect(PLATES.map(open)).toEqual(PLATES);
});

test('what another key sealed, or somebody changed, is refused', () => {
  const sealed = seal('NE4821');
  const strange = createPlateCipher(newDataKey());
  expect(strange.seal('NE4821')).not.toBe(sealed);
  expect(() => strange.open(sealed)).toThrow('sealed with another key');
  const changed = `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`;
  expect(() => open(changed)).toThrow('sealed with another key');
});

test('the data key is opened by any of the keys, and by no other', () => {
  const [own, other] = [newDataKey(), newDataKey()];
  const wrapped = wrapKey(key, own);
  expect(wrapped.includes(key)).toBe(false);
  expect(unwrapKey(wrapped, [other, own])).toEqual(key);
  expect(unwrapKey(wrapped, [other])).toBeUndefined();
  expect(unwrapKey(wrapped, [])).toBeUndefined();
});

test('only the plate of an event is opened, not what its other texts quote', () => {
  const { openRow } = createPlateSeal(cipher, { isWhole: true });
  const sealed = seal('MÜ-AB 12');
  const bodyOf = (name: string, plate: string) =>
    `{"id":"evt_1","data":{"lot_name": ${JSON.stringify(name)}, "vehicle_plate": "${plate}"}}`;
  for (const name of [sealed, `"vehicle_plate": "${sealed}"`]) {
    const row = { plate: null, name, body: bodyOf(name, sealed) };
    openRow(row);
    expect(row).toEqual({ plate: null, name, body: bodyOf(name, 'MÜ-AB 12') });
  }
});
