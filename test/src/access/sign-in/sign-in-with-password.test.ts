import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '../../../../src/access/sign-in/passwords/set-password.ts';
import {
  signInWithPassword,
  stepUpWithPassword,
} from '../../../../src/access/sign-in/passwords/sign-in-with-password.ts';
import { findSignIn, type SignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
} from '../../../../src/access/sign-in/totp/manage-totp.ts';
import {
  countRecoveryCodes,
  newRecoveryCodes,
} from '../../../../src/access/sign-in/totp/recovery-codes.ts';
import { totpCode } from '../../../../src/access/sign-in/totp/totp.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, addPasswordMember, DEVICE, PASSWORD } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-11-30T12:00:00Z');
const STEP = NOW.getTime() / 30_000;
const proof = (more: object = {}) => ({
  ...{ password: PASSWORD, totp: null, recoveryCode: null, device: DEVICE, now: NOW },
  ...more,
});
const enter = (email: string, more: object = {}) =>
  signInWithPassword(database.db, { email, ...proof(more) });

/** Sets up codes for somebody, confirmed by the code of the step before. */
async function addTotp(signIn: SignIn): Promise<string> {
  const { secret } = await beginTotp(database.db, { ...signIn, account: 'x' });
  const code = totpCode(secret, STEP - 1);
  await confirmTotp(database.db, signIn, { code, now: NOW }, null);
  return secret;
}

test('somebody signs in with an address in any case and a password', async () => {
  const { signIn } = await addPasswordMember(database, 'Ana@Example.com');
  const entered = await enter(' ana@example.COM ');
  expect(entered).toMatchObject({
    outcome: 'ok',
    signIn: { personId: signIn.personId, email: 'Ana@Example.com', hasPassword: true },
  });
  expect(await enter('ana@example.com', { password: `${PASSWORD}!` })).toEqual({
    outcome: 'wrong',
  });
});

test.each(['', ' ', '\u0000', '\ud800', 'x'.repeat(100_000), "' or 1=1 --"])(
  'what is no address is one that nobody has: %j',
  async (email) => {
    expect(await enter(email)).toEqual({ outcome: 'wrong' });
  },
);

test('an address that nobody has is answered alike, and takes as much work', async () => {
  await addPasswordMember(database, 'known@example.com');
  await addMember(database, await addOperator(database), { email: 'keyless@example.com' });
  /** Milliseconds of this process: what its threads computed, however busy the machine is. */
  const worked = async (email: string) => {
    const before = process.cpuUsage();
    expect(await enter(email, { password: 'not the password' })).toEqual({ outcome: 'wrong' });
    return process.cpuUsage(before).user / 1_000;
  };
  const kinds = ['known@example.com', 'keyless@example.com', 'nobody@example.com'];
  const least = new Map(kinds.map((email) => [email, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < 5; round += 1)
    for (const email of kinds)
      least.set(email, Math.min(least.get(email) ?? 0, await worked(email)));
  const work = [...least.values()];
  // Without the work of a hash it would be one to ten or more.
  expect(Math.max(...work) / Math.min(...work)).toBeLessThan(3);
});

test('a code is asked for where one is set up, and each works once', async () => {
  const { signIn } = await addPasswordMember(database, 'totp@example.com');
  const secret = await addTotp(signIn);
  expect(await enter('totp@example.com')).toEqual({ outcome: 'totp_needed' });
  expect(await enter('totp@example.com', { totp: '000000' })).toEqual({ outcome: 'wrong' });
  // That which confirmed it was used, too.
  expect(await enter('totp@example.com', { totp: totpCode(secret, STEP - 1) })).toEqual({
    outcome: 'wrong',
  });
  const totp = totpCode(secret, STEP);
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => enter('totp@example.com', { totp })),
  );
  expect(tries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expect(await enter('totp@example.com', { totp })).toEqual({ outcome: 'wrong' });
  const wrong = { totp, password: 'not the password' };
  expect(await enter('totp@example.com', wrong)).toEqual({ outcome: 'wrong' });
  await removeTotp(database.db, signIn, null);
  expect(await enter('totp@example.com')).toMatchObject({ outcome: 'ok' });
});

test('a secret that was begun is asked for only once it is confirmed, and is stored sealed', async () => {
  const { signIn } = await addPasswordMember(database, 'begun@example.com');
  const { secret } = await beginTotp(database.db, { ...signIn, account: 'x' });
  expect(await enter('begun@example.com')).toMatchObject({ outcome: 'ok' });
  await expect(
    confirmTotp(database.db, signIn, { code: '000000', now: NOW }, null),
  ).rejects.toMatchObject({ details: [{ field: 'code' }] });
  await confirmTotp(database.db, signIn, { code: totpCode(secret, STEP), now: NOW }, null);
  expect(await enter('begun@example.com')).toEqual({ outcome: 'totp_needed' });
  const [stored] = await database.sql<{ text: string }>(
    'select to_jsonb(people)::text as text from people where person_id = $1',
    [signIn.personId],
  );
  expect(stored?.text).toContain('"totp_secret": "s1.');
  expect(stored?.text).not.toContain(secret);
});

test('each recovery code works once in place of a code, and new ones end the others', async () => {
  const { signIn } = await addPasswordMember(database, 'codes@example.com');
  await addTotp(signIn);
  const codes = await newRecoveryCodes(database.db, signIn, null);
  expect(new Set(codes).size).toBe(10);
  const [first = '', second = ''] = codes;
  expect(first).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const tries = await Promise.all(
    [first, first.toUpperCase(), first.replaceAll('-', ' ')].map((recoveryCode) =>
      enter('codes@example.com', { recoveryCode }),
    ),
  );
  expect(tries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expect(await countRecoveryCodes(database.db, signIn.personId)).toBe(9);
  const renew = () => newRecoveryCodes(database.db, signIn, null);
  await Promise.all([renew(), renew(), renew()]);
  expect(await countRecoveryCodes(database.db, signIn.personId)).toBe(10);
  expect(await enter('codes@example.com', { recoveryCode: second })).toEqual({ outcome: 'wrong' });
  const other = await addPasswordMember(database, 'other-codes@example.com');
  await addTotp(other.signIn);
  const [foreign = ''] = await newRecoveryCodes(database.db, other.signIn, null);
  expect(await enter('codes@example.com', { recoveryCode: foreign })).toEqual({ outcome: 'wrong' });
});

test('a new password ends all other sign-ins, and a weak one is refused', async () => {
  const { signIn, token } = await addPasswordMember(database, 'new@example.com');
  const other = await enter('new@example.com');
  if (other.outcome !== 'ok') throw new Error(other.outcome);
  await setPassword(database.db, signIn, 'another long password', null);
  expect(await findSignIn(database.db, other.token)).toBeUndefined();
  expect(await findSignIn(database.db, token)).toBeDefined();
  expect(await enter('new@example.com')).toEqual({ outcome: 'wrong' });
  for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'abababababababab', 'x'.repeat(201), ''])
    await expect(setPassword(database.db, signIn, weak, null)).rejects.toThrow(/^password: /);
  const same = { ...signIn, email: 'long.address@example.com' };
  await expect(setPassword(database.db, same, 'Long.Address@example.com', null)).rejects.toThrow(
    /^password: /,
  );
  const nameless = await addMember(database, await addOperator(database));
  await expect(setPassword(database.db, nameless.signIn, PASSWORD, null)).rejects.toMatchObject({
    details: [{ field: 'email' }],
  });
});

test('a password proves once more who is signed in, and nobody else', async () => {
  const { signIn, token } = await addPasswordMember(database, 'step@example.com');
  await database.sql(
    `update sign_ins set authenticated_at = now() - interval '11 minutes' where sign_in_id = $1`,
    [signIn.signInId],
  );
  expect(await findSignIn(database.db, token)).toMatchObject({ isSteppedUp: false });
  const wrong = proof({ password: 'not the password' });
  expect(await stepUpWithPassword(database.db, signIn, wrong)).toEqual({ outcome: 'wrong' });
  expect(await findSignIn(database.db, token)).toMatchObject({ isSteppedUp: false });
  expect(await stepUpWithPassword(database.db, signIn, proof())).toEqual({ outcome: 'ok' });
  expect(await findSignIn(database.db, token)).toMatchObject({ isSteppedUp: true });
  const stranger = await addPasswordMember(database, 'stranger@example.com');
  const asOther = { ...signIn, email: stranger.signIn.email };
  expect(await stepUpWithPassword(database.db, asOther, proof())).toEqual({ outcome: 'wrong' });
});
