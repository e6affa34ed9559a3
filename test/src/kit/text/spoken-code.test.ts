import { expect, test } from 'vitest';
import { isSameCode, readShortCode, readSpokenCode } from '../../../../src/kit/text/spoken-code.ts';
import { newSessionCode } from '../../../../src/parking/sessions/session-code.ts';

test.each([
  '7F3K-9Q2M',
  '7f3k-9q2m',
  '7F3K9Q2M',
  '7f3k9q2m',
  '7F3K 9q2m',
  ' 7F3K-9Q2M\n',
  '7F3K\u20139Q2M',
  '7F3K\u20119Q2M',
  '7F-3K 9Q-2M',
  '7 f 3 k \u2014 9 q 2 m',
  '7F3K--9Q2M-',
])('%j is 7F3K-9Q2M', (text) => {
  expect(readSpokenCode(text)).toBe('7F3K-9Q2M');
});

test.each([
  '',
  '9Q2M',
  '7F3K-9Q2',
  '7F3K-9Q2MM',
  '7F3K_9Q2M',
  '7F3K-9Q2M 7F3K-9Q2M',
  '７F3K-9Q2M',
  '7F3K-9Q2ß',
  '7F3K-9Q2\u017f',
])('%j is no code', (text) => {
  expect(readSpokenCode(text)).toBeUndefined();
  expect(isSameCode(text, text)).toBe(false);
});

test('a new code is valid, in upper and lower case', () => {
  for (let i = 0; i < 200; i += 1) {
    const code = newSessionCode();
    expect(readSpokenCode(code.toLowerCase().replace('-', ''))).toBe(code);
  }
});

test('the short form of a code is its last four signs, in any spelling', () => {
  for (const text of ['9Q2M', '9q2m', ' 9q-2m', '9 Q 2 M'])
    expect(readShortCode(text)).toBe('9Q2M');
  for (const text of ['', '9Q2', '9Q2M7', '7F3K-9Q2M', '9Q2_', '９Q2M', '9Q2ß'])
    expect(readShortCode(text), text).toBeUndefined();
});
