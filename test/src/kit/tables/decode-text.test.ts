import { expect, test } from 'vitest';
import { decodeText } from '../../../../src/kit/tables/decode-text.ts';
import { findSeparator } from '../../../../src/kit/tables/find-separator.ts';

const TEXT = 'Straße, Łódź, 駐車場, 🅿 und so fort';

async function decoded(bytes: Buffer, size: number) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const { pieces: texts, encoding } = decodeText(pieces());
  let text = '';
  for await (const piece of texts) text += piece;
  return [text, encoding()];
}

const wide = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each<[string, Buffer, string, string]>([
  ['UTF-8', Buffer.from(TEXT), TEXT, 'UTF-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`), TEXT, 'UTF-8'],
  ['UTF-16', wide, TEXT, 'UTF-16'],
  ['UTF-16 the other way round', Buffer.from(wide).swap16(), TEXT, 'UTF-16'],
  ['Windows-1252', Buffer.from('Stra\xdfe 5 \x80', 'latin1'), 'Straße 5 €', 'Windows-1252'],
  [
    'Windows-1252 after much ASCII',
    Buffer.from(`${'a,b\n'.repeat(50)}M\xfchle`, 'latin1'),
    `${'a,b\n'.repeat(50)}Mühle`,
    'Windows-1252',
  ],
  ['ASCII', Buffer.from('a'), 'a', 'UTF-8'],
  ['nothing', Buffer.from(''), '', 'UTF-8'],
])('%s is read as it is, however it is cut', async (_what, bytes, text, encoding) => {
  for (const size of [1, 2, 3, 5, 7, 1_000])
    expect(await decoded(bytes, size)).toEqual([text, encoding]);
});

test.each<[string, Buffer]>([
  ['letters of two encodings', Buffer.concat([Buffer.from('ö'), Buffer.from([0xfc, 0x41])])],
  ['null characters', Buffer.from('a\0b')],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le')],
  ['bytes that are no letters', Buffer.from([0x41, 0x8d, 0x41, 0x41])],
])('%s are refused', async (_what, bytes) => {
  for (const size of [1, 3, 1_000])
    await expect(decoded(bytes, size)).rejects.toMatchObject({ details: [{ field: 'file' }] });
});

test.each([
  ['a,b,c\n1,2,3\n', ','],
  ['a;b;c\n1,5;2,5;3\n', ';'],
  ['a\tb\n1,5\t2\n', '\t'],
  ['a|b|c\n1|2|3\n', '|'],
  ['Name;Kapazität, gesamt\nA, B;5\n', ';'],
  ['"a;b","c;d"\n"1;2","3"\n', ','],
  ['sep=;\na,b;c\n', ';'],
  ['one\n1\n', ','],
  ['', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(findSeparator(text)).toBe(separator);
});
