import { expect, test } from 'vitest';
import {
  hashPassword,
  isPassword,
} from '../../../../src/access/sign-in/passwords/password-hash.ts';

test('a password is stored as Argon2id with a salt of its own, and only it is right', async () => {
  const [one, two] = [await hashPassword('Grüße 1234567'), await hashPassword('Grüße 1234567')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(two).not.toBe(one);
  expect(await isPassword('Grüße 1234567', one)).toBe(true);
  // The same characters, typed in another way.
  expect(await isPassword('Grüße 1234567'.normalize('NFD'), one)).toBe(true);
  for (const wrong of ['', 'grüße 1234567', 'Grüße 1234567 ', 'Gruesse 1234567'])
    expect(await isPassword(wrong, one)).toBe(false);
});

test('a hash of the reference implementation is read, with the parameters that it names', async () => {
  // From its own tests.
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await isPassword('password', stored)).toBe(true);
  expect(await isPassword('Password', stored)).toBe(false);
});

test('nobody has a password that was not set, and a stored text that is none is an error', async () => {
  expect(await isPassword('', null)).toBe(false);
  await expect(isPassword('x', 'plain')).rejects.toThrow('no hash');
});

test('of very many at once some are sent away, and all others are answered', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('x', null)));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
});
