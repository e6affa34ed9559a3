import { expect, test } from 'vitest';
import {
  findTotpStep,
  newTotpSecret,
  toBase32,
  totpCode,
  totpUrl,
} from '../../../../src/access/sign-in/totp/totp.ts';

/** Of appendix B of RFC 6238, for SHA-1; the last six of its eight digits. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('after %d seconds the code is that of RFC 6238', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
  expect(findTotpStep(SECRET, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
});

test('a code is taken half a minute early or late, and no further away', () => {
  const now = new Date(1_234_567_890_000);
  const step = Math.floor(1_234_567_890 / 30);
  const takes = (away: number) => findTotpStep(SECRET, totpCode(SECRET, step + away), now);
  expect([-1, 0, 1].map(takes)).toEqual([step - 1, step, step + 1]);
  expect([-2, 2].map(takes)).toEqual([undefined, undefined]);
  const code = totpCode(SECRET, step);
  expect(findTotpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(step);
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', code.slice(1)])
    expect(findTotpStep(SECRET, text, now)).toBeUndefined();
});

test('a secret has 160 bits in base 32, and apps read its address', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  expect(totpUrl(secret, { account: 'kim@example.com' })).toBe(
    `otpauth://totp/Hexlot%3Akim%40example.com?secret=${secret}&issuer=Hexlot&digits=6`,
  );
});
