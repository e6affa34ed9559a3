import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listPasskeys,
  removePasskey,
} from '../../../../src/access/sign-in/passkeys/manage-passkeys.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../../../src/access/sign-in/passkeys/register-passkey.ts';
import { relyingPartyOf } from '../../../../src/access/sign-in/passkeys/relying-party.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
  stepUpWithPasskey,
} from '../../../../src/access/sign-in/passkeys/sign-in-with-passkey.ts';
import type { SignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, addPasswordMember, DEVICE } from '../people.ts';
import { createAuthenticator } from './authenticator.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ORIGIN = 'https://parking.example';
const PARTY = { id: 'parking.example', origin: ORIGIN };
const enter = (response: unknown) =>
  finishPasskeySignIn(database.db, { response, device: DEVICE }, PARTY);
const begin = () => beginPasskeySignIn(database.db, PARTY);

async function addPasskey(signIn: SignIn, authenticator = createAuthenticator(ORIGIN)) {
  const options = await beginPasskeyRegistration(database.db, signIn, PARTY);
  const made = { response: authenticator.register(options), name: 'Phone' };
  await finishPasskeyRegistration(database.db, signIn, made, PARTY, null);
  return { authenticator, made };
}

test('somebody adds a passkey, and signs in with it and nothing else', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  const { authenticator } = await addPasskey(signIn);
  const entered = await enter(authenticator.signIn(await begin()));
  expect(entered).toMatchObject({
    outcome: 'ok',
    signIn: { personId: signIn.personId, hasPasskey: true, hasPassword: false },
  });
  const [passkey, ...others] = await listPasskeys(database.db, signIn.personId);
  expect(passkey).toMatchObject({ name: 'Phone', transports: ['internal'] });
  expect(passkey?.lastUsedAt).toBeInstanceOf(Date);
  expect(others).toEqual([]);
});

test('what a passkey signed is taken once, and only while it was asked for', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  const { authenticator, made } = await addPasskey(signIn);
  await expect(
    finishPasskeyRegistration(database.db, signIn, made, PARTY, null),
  ).rejects.toMatchObject({ details: [{ field: 'response' }] });
  const response = authenticator.signIn(await begin());
  const tries = await Promise.all(Array.from({ length: 5 }, () => enter(response)));
  expect(tries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  const late = await begin();
  await database.sql(`update passkey_challenges set expires_at = now() - interval '1 second'`);
  expect(await enter(authenticator.signIn(late))).toEqual({ outcome: 'wrong' });
  expect(await enter(authenticator.signIn({ challenge: 'eA', rpId: PARTY.id }))).toEqual({
    outcome: 'wrong',
  });
});

test('a passkey of another site, of nobody, or that was copied is refused', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  const { authenticator } = await addPasskey(signIn);
  const foreign = createAuthenticator('https://parking.example.evil.example');
  await expect(addPasskey(signIn, foreign)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await enter(createAuthenticator(ORIGIN).signIn(await begin()))).toEqual({
    outcome: 'wrong',
  });
  expect(await enter(authenticator.signIn({ ...(await begin()), rpId: 'evil.example' }))).toEqual({
    outcome: 'wrong',
  });
  const options = await beginPasskeyRegistration(database.db, signIn, PARTY);
  expect(await enter(authenticator.signIn({ ...options, rpId: PARTY.id }))).toEqual({
    outcome: 'wrong',
  });
  expect(await enter(authenticator.signIn(await begin()))).toMatchObject({ outcome: 'ok' });
  authenticator.turnBack(2);
  expect(await enter(authenticator.signIn(await begin()))).toEqual({ outcome: 'wrong' });
});

test.each([
  [null],
  ['x'],
  [{}],
  [{ id: 'x' }],
  [{ id: 5, response: {} }],
  [{ id: 'x'.repeat(100_000), response: null }],
  [{ id: '\u0000' }],
])('what is no answer of a browser is refused: %j', async (response) => {
  expect(await enter(response)).toEqual({ outcome: 'wrong' });
  const { signIn } = await addMember(database, await addOperator(database));
  const made = { response, name: 'Phone' };
  await expect(
    finishPasskeyRegistration(database.db, signIn, made, PARTY, null),
  ).rejects.toMatchObject({ details: [{ field: 'response' }] });
});

test('nobody adds a passkey that was begun for somebody else', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  const stranger = await addMember(database, await addOperator(database));
  const options = await beginPasskeyRegistration(database.db, signIn, PARTY);
  const made = { response: createAuthenticator(ORIGIN).register(options), name: 'Phone' };
  await expect(
    finishPasskeyRegistration(database.db, stranger.signIn, made, PARTY, null),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await listPasskeys(database.db, stranger.signIn.personId)).toEqual([]);
});

test('a passkey proves once more who is signed in, and nobody else', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  const stranger = await addMember(database, await addOperator(database));
  const { authenticator } = await addPasskey(signIn);
  const prove = async (who: SignIn) =>
    stepUpWithPasskey(database.db, who, authenticator.signIn(await begin()), PARTY);
  expect(await prove(signIn)).toEqual({ outcome: 'ok' });
  expect(await prove(stranger.signIn)).toEqual({ outcome: 'wrong' });
});

test('the last passkey stays where there is no password, and no other is removed', async () => {
  const { signIn } = await addMember(database, await addOperator(database));
  await addPasskey(signIn);
  await addPasskey(signIn);
  const [one, two] = await listPasskeys(database.db, signIn.personId);
  const stranger = await addPasswordMember(database, 'stranger@example.com');
  const remove = (who: SignIn, id = '') => removePasskey(database.db, who, id, null);
  await expect(remove(stranger.signIn, one?.passkeyId)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const tries = await Promise.allSettled([
    remove(signIn, one?.passkeyId),
    remove(signIn, two?.passkeyId),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [left, ...others] = await listPasskeys(database.db, signIn.personId);
  expect(others).toEqual([]);
  await expect(remove(signIn, left?.passkeyId)).rejects.toMatchObject({
    details: { reason: 'last_passkey' },
  });
  await addPasskey(stranger.signIn);
  const [own] = await listPasskeys(database.db, stranger.signIn.personId);
  await remove(stranger.signIn, own?.passkeyId);
});

test('browsers make passkeys for names, not for addresses of machines', () => {
  expect(relyingPartyOf('https://parking.example')).toEqual(PARTY);
  expect(relyingPartyOf('http://localhost:8080')).toEqual({
    ...{ id: 'localhost', origin: 'http://localhost:8080' },
  });
  expect(relyingPartyOf('http://127.0.0.1:8080')).toBeUndefined();
  expect(relyingPartyOf('http://[::1]:8080')).toBeUndefined();
});
