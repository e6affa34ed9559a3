import { expect, test } from 'vitest';
import { newSessionCode } from '../../../src/ids.ts';
import { isSameCode, normaliseSessionCode } from '../../../src/sessions/session-code.ts';

test.each([
  '7F3K-9Q2M',
  '7f3k-9q2m',
  '7F3K9Q2M',
  '7f3k9q2m',
  '7F3K 9q2m',
  ' 7F3K-9Q2M\n',
  '7F3K\u20139Q2M',
  '7F3K\u20119Q2M',
])('%j is 7F3K-9Q2M', (text) => {
  expect(normaliseSessionCode(text)).toBe('7F3K-9Q2M');
});

test.each([
  '',
  '9Q2M',
  '7F3K-9Q2',
  '7F3K-9Q2MM',
  '7F-3K9Q2M',
  '7F3K--9Q2M',
  '7F3K_9Q2M',
  '7F3K-9Q2M-',
  '7F3K-9Q2M 7F3K-9Q2M',
  '７F3K-9Q2M',
  '7F3K-9Q2ß',
  '7F3K-9Q2\u017f',
])('%j is no code', (text) => {
  expect(normaliseSessionCode(text)).toBeUndefined();
  expect(isSameCode(text, text)).toBe(false);
});

test('a new code is valid, in upper and lower case', () => {
  for (let i = 0; i < 200; i += 1) {
    const code = newSessionCode();
    expect(normaliseSessionCode(code.toLowerCase().replace('-', ''))).toBe(code);
  }
});
