import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUDIT_ID, createAuditIds } from '../../../../src/access/audit/audit-id.ts';

const { toId, toNumber } = createAuditIds(randomBytes(32));

test('a number and its id are one and the same', () => {
  for (const number of [0, 1, 2, 255, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    expect(toId(number)).toMatch(AUDIT_ID);
    expect(toId(number)).toBe(toId(number));
    expect(toNumber(toId(number))).toBe(number);
  }
});

test('ids do not tell how many rows lie between them', () => {
  const bits = (id: string) => BigInt(`0x${id.slice('aud_'.length)}`);
  const gaps = Array.from({ length: 50 }, (_, i) => bits(toId(i + 1)) - bits(toId(i)));
  const isLarge = (gap: bigint) => gap > 2n ** 64n || gap < -(2n ** 64n);
  expect(gaps.filter((gap) => !isLarge(gap))).toEqual([]);
  expect(new Set(gaps).size).toBe(gaps.length);
});

test('what was not made with the secret is no id', () => {
  const others = createAuditIds(randomBytes(32));
  const made = `aud_${'0'.repeat(32)}`;
  for (const text of [others.toId(1), made, 'aud_1', '', `${toId(1)}0`, toId(1).toUpperCase()])
    expect(toNumber(text)).toBeUndefined();
});
