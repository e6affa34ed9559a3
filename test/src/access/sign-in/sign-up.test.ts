import { afterAll, beforeAll, expect, test } from 'vitest';
import { relyingPartyOf } from '../../../../src/access/sign-in/passkeys/relying-party.ts';
import { checkSignUp, signUpWays } from '../../../../src/access/sign-in/sign-up/sign-up.ts';
import {
  findSignUpLink,
  finishSignUp,
  requestSignUp,
} from '../../../../src/access/sign-in/sign-up/sign-up-by-mail.ts';
import {
  beginPasskeySignUp,
  finishPasskeySignUp,
} from '../../../../src/access/sign-in/sign-up/sign-up-by-passkey.ts';
import { startSmtpServer } from '../../../smtp-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addPasswordMember, DEVICE } from '../people.ts';
import { createAuthenticator } from './authenticator.ts';

let database: TestDatabase;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  database = await openTestDatabase();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await smtp.stop();
  await database.drop();
});

const BASE_URL = 'https://parking.example';
const PERSON = { name: 'Kim Lee', operatorName: 'Elm Parking', device: DEVICE };
const withMail = () => ({
  ...{ signUp: true, baseUrl: BASE_URL, listingCheck: 'email' as const },
  mail: { smtpUrl: smtp.url, from: 'hexlot@parking.example' },
});
const WITHOUT_MAIL = { signUp: true, mail: undefined, listingCheck: 'none' as const };

/** The mails to an address, without the line breaks of their encoding. */
const mailsTo = (address: string) =>
  smtp.mails
    .filter(({ to }) => to === address)
    .map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='));
async function askFor(email: string): Promise<string> {
  await requestSignUp(database.db, withMail(), email);
  const [, token = ''] =
    /\/dashboard\/sign-up\/([\w-]{43})/.exec(mailsTo(email).at(-1) ?? '') ?? [];
  return token;
}
const finish = (token: string, more: object = {}) =>
  finishSignUp(database.db, withMail(), token, { ...PERSON, ...more }, 'req_1');

test('the owner of a service decides whether anybody signs up, and mail decides how', () => {
  const { mail } = withMail();
  expect(signUpWays({ signUp: true, mail })).toEqual({ byMail: true, byPasskey: false });
  expect(signUpWays({ signUp: true, mail: undefined })).toEqual({ byMail: false, byPasskey: true });
  expect(signUpWays({ signUp: false, mail })).toEqual({ byMail: false, byPasskey: false });
  expect(() => checkSignUp({ ...withMail(), signUp: false }, 'byMail')).toThrow('nobody can');
});

test('whoever signs up by mail owns a new operator with the free plan, whose address is checked', async () => {
  const token = await askFor('ana@example.com');
  expect(await findSignUpLink(database.db, token)).toEqual({
    ...{ email: 'ana@example.com', state: 'open' },
  });
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => finish(token)));
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(made).toHaveLength(1);
  expect(made[0]?.signIn).toMatchObject({
    ...{ personName: 'Kim Lee', email: 'ana@example.com', operatorName: 'Elm Parking' },
    ...{ role: 'owner', plan: 'free', isSteppedUp: true },
  });
  const [operator, ...others] = await database.sql(
    `select email, checked_by from operators where name = 'Elm Parking'`,
  );
  expect(operator).toEqual({ email: 'ana@example.com', checked_by: 'email' });
  expect(others).toEqual([]);
  await expect(finish(token)).rejects.toMatchObject({ details: { reason: 'link_used' } });
});

test('a link is over after 24 hours, and what was wrong in a form leaves it as it was', async () => {
  const token = await askFor('bo@example.com');
  for (const [field, more] of [
    ['name', { name: ' ' }],
    ['operator_name', { operatorName: 'Elm\u0000' }],
  ] as const)
    await expect(finish(token, more)).rejects.toMatchObject({ details: [{ field }] });
  expect(await findSignUpLink(database.db, token)).toMatchObject({ state: 'open' });
  await database.sql(`update sign_up_links set expires_at = now() - interval '1 second'`);
  await expect(finish(token)).rejects.toMatchObject({ details: { reason: 'link_expired' } });
  await expect(finish('x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('whoever asks does not learn whether an address has an account; its owner does', async () => {
  await addPasswordMember(database, 'known@example.com');
  expect(await requestSignUp(database.db, withMail(), 'KNOWN@example.com')).toBeUndefined();
  expect(await requestSignUp(database.db, withMail(), 'new@example.com')).toBeUndefined();
  const [known = ''] = mailsTo('KNOWN@example.com');
  expect(known).toContain('/dashboard/sign-in');
  expect(known).not.toContain('/dashboard/sign-up/');
  expect(mailsTo('new@example.com')[0]).toContain('/dashboard/sign-up/');
  for (const email of ['', 'kim', 'a@b\r\nBcc: c@d'])
    await expect(requestSignUp(database.db, withMail(), email)).rejects.toThrow(/^email: /);
});

test('at most five mails a day are sent to one address, however many ask at once', async () => {
  await Promise.all(
    Array.from({ length: 12 }, () => requestSignUp(database.db, withMail(), 'many@example.com')),
  );
  expect(mailsTo('many@example.com')).toHaveLength(5);
});

test('without mail somebody signs up with a passkey at once, and signs in with it', async () => {
  const party = relyingPartyOf(BASE_URL);
  if (party === undefined) throw new Error('no party');
  const options = await beginPasskeySignUp(database.db, WITHOUT_MAIL, 'Kim Lee', party);
  const response = createAuthenticator(BASE_URL).register(options);
  const asked = { ...PERSON, operatorName: 'Oak Parking', response, passkeyName: 'Phone' };
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      finishPasskeySignUp(database.db, WITHOUT_MAIL, asked, party, 'req_1'),
    ),
  );
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.signIn] : []));
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({
    ...{ role: 'owner', plan: 'free', email: null, hasPasskey: true, operatorName: 'Oak Parking' },
  });
  expect(await database.sql(`select from operators where name = 'Oak Parking'`)).toHaveLength(1);
  const off = { ...WITHOUT_MAIL, signUp: false };
  await expect(beginPasskeySignUp(database.db, off, 'Kim', party)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
