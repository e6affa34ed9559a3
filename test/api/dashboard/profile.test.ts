import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpServer } from '../../smtp-server.ts';
import { PASSWORD } from '../../src/access/people.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { openVisitor, postForm, type Visitor } from './visitor.ts';

const PROFILE = '/dashboard/account/profile';

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let api: TestApi;
let plain: TestApi;
let operatorId: string;
let clock: { ms: number; now(): number };
beforeAll(async () => {
  smtp = await startSmtpServer();
  // Readings are apart, so that no budget is used up.
  clock = { ms: Date.now(), now: () => (clock.ms += 500) };
  const mail = { smtpUrl: smtp.url, from: 'hexlot@parking.example' };
  api = await startTestApi({ clock, config: { mail } });
  plain = await startTestApi({ clock });
  ({ operatorId } = await api.createKey());
});
afterAll(async () => {
  await api.stop();
  await plain.stop();
  await smtp.stop();
});

let count = 0;
/** Somebody with an address that nobody else has, and a password. */
async function person(service = api) {
  const email = `person${++count}@example.com`;
  const at = service === api ? operatorId : (await service.createKey()).operatorId;
  const visitor = await openVisitor(service, { operatorId: at, person: { email } });
  await visitor.post('/dashboard/account/password', { password: PASSWORD });
  return { ...visitor, email };
}
/** The mails to an address, without the line breaks of their encoding. */
const mailsTo = (address: string) =>
  smtp.mails
    .filter(({ to }) => to === address)
    .map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='));
const linkTo = (address: string) =>
  /\/dashboard\/account\/email\/[\w-]{43}/.exec(mailsTo(address).at(-1) ?? '')?.[0] ?? '';
const ask = (visitor: Visitor, email: string) => visitor.post(PROFILE, { act: 'email', email });
const signIn = (email: string, service = api) =>
  postForm(service, '/dashboard/sign-in', { email, password: PASSWORD });
async function auditOf(service: TestApi, action: string) {
  return service.database.sql<{ diff: object }>(
    'select diff from audit_log where action = $1 order by audit_id',
    [action],
  );
}

test('a person gets another name, which the audit log notes without it', async () => {
  const visitor = await person();
  await visitor.post(PROFILE, { act: 'name', name: '  Ada Byron ' });
  expect((await visitor.get('/dashboard/account')).text).toContain('Ada Byron');
  const before = await auditOf(api, 'person.name_changed');
  expect(JSON.stringify(before)).not.toContain('Byron');
  await visitor.post(PROFILE, { act: 'name', name: 'Ada Byron' });
  expect(await auditOf(api, 'person.name_changed')).toHaveLength(before.length);
  const refused = await visitor.post(PROFILE, { act: 'name', name: 'A\u202eB' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('name')]);
});

test('a new address counts once the person opened its link, and a mail goes to the old one', async () => {
  const visitor = await person();
  const email = `new-${visitor.email}`;
  expect((await ask(visitor, email)).text).toContain('A link is on its way');
  expect((await signIn(email)).status).toBe(403);
  const link = linkTo(email);
  expect((await visitor.get(link)).text).toContain('Confirm the address');
  expect((await signIn(visitor.email)).status).toBe(303);
  expect((await visitor.post(link)).status).toBe(303);
  expect([(await signIn(visitor.email)).status, (await signIn(email)).status]).toEqual([403, 303]);
  const [told] = mailsTo(visitor.email);
  expect(told).toContain('it was changed by somebody');
  expect(told).not.toContain(email);
  const account = await visitor.get('/dashboard/account');
  expect(account.text).toContain(email);
  expect(account.text).not.toContain('not confirmed');
  const rows = await auditOf(api, 'person.email_changed');
  expect(JSON.stringify(rows)).not.toContain('@');
  expect((await visitor.post(link)).status).toBe(400);
});

test('a link is of no use to anybody else, nor once it is over', async () => {
  const visitor = await person();
  const email = `over-${visitor.email}`;
  await ask(visitor, email);
  const link = linkTo(email);
  const other = await person();
  expect((await other.get(link)).text).toContain('for somebody else than you');
  expect((await other.post(link)).status).toBe(400);
  expect((await signIn(email)).status).toBe(403);
  await api.database.sql('update email_changes set expires_at = now() where email = $1', [email]);
  expect((await visitor.post(link)).text).toContain('The link is over');
});

test('an address that was typed on joining is confirmed in the same way', async () => {
  const visitor = await person();
  expect((await visitor.get('/dashboard/account')).text).toContain('(not confirmed)');
  const members = await visitor.get('/dashboard/members');
  expect(members.text).toContain(`${visitor.email} (not confirmed)`);
  await ask(visitor, visitor.email);
  await visitor.post(linkTo(visitor.email));
  expect((await visitor.get('/dashboard/account')).text).not.toContain('(not confirmed)');
  expect(mailsTo(visitor.email)).toHaveLength(1);
});

test('whether somebody has an address, the answer does not tell, but the mail to it does', async () => {
  const [visitor, other] = [await person(), await person()];
  const free = `free-${visitor.email}`;
  const answers = [];
  for (const email of [free, other.email, other.email.toUpperCase()]) {
    const { status, text } = await ask(visitor, email);
    const plain = text.replaceAll(email, 'it').replaceAll(/name="once" value="[^"]+"/g, '');
    answers.push({ status, text: plain });
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(mailsTo(other.email).at(-1)).toContain('Nothing has changed');
  expect(linkTo(other.email)).toBe('');
});

test('of two who confirm one address at the same time one gets it', async () => {
  const people = await Promise.all([person(), person(), person()]);
  const email = 'shared@example.com';
  for (const visitor of people) await ask(visitor, email);
  const links = mailsTo(email).flatMap(
    (mail) => /\/dashboard\/account\/email\/[\w-]{43}/.exec(mail) ?? [],
  );
  const answers = await Promise.all(people.map((visitor, n) => visitor.post(links[n] ?? '')));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
  const [row] = await api.database.sql('select count(*)::int as n from people where email = $1', [
    email,
  ]);
  expect(row).toEqual({ n: 1 });
});

test('a person asks five times a day, and an address gets five mails', async () => {
  const visitor = await person();
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await ask(visitor, `many${n}-${visitor.email}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400]);
  expect(answers[5]?.text).toContain('changes of the address within a day');
  const target = `target-${visitor.email}`;
  for (let n = 0; n < 6; n++) expect((await ask(await person(), target)).status).toBe(200);
  expect(mailsTo(target)).toHaveLength(5);
});

test('without mail an address is changed at once, and said to be unconfirmed', async () => {
  const visitor = await person(plain);
  const email = `plain-${visitor.email}`;
  expect((await ask(visitor, email)).status).toBe(303);
  expect((await visitor.get('/dashboard/account')).text).toContain(`${email} (not confirmed)`);
  expect([
    (await signIn(visitor.email, plain)).status,
    (await signIn(email, plain)).status,
  ]).toEqual([403, 303]);
  const taken = await ask(await person(plain), email.toUpperCase());
  expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('Somebody else')]);
  const [row] = await auditOf(plain, 'person.email_changed');
  expect(row?.diff).toEqual({
    before: { has_email: true, is_email_confirmed: false },
    after: { has_email: true, is_email_confirmed: false },
  });
});

test('who signed in a while ago proves once more who they are', async () => {
  const visitor = await person();
  await api.database.sql("update sign_ins set authenticated_at = now() - interval '11 minutes'");
  const email = `proof-${visitor.email}`;
  const { status, headers } = await ask(visitor, email);
  expect([status, headers.location]).toEqual([303, expect.stringContaining('/sign-in/again?')]);
  expect(mailsTo(email)).toEqual([]);
});

test('failures to sign in count as before, whatever becomes of the address', async () => {
  const visitor = await person();
  const email = `shut-${visitor.email}`;
  for (let n = 0; n < 11; n++)
    await postForm(api, '/dashboard/sign-in', { email, password: 'wrong wrong wrong' });
  expect((await signIn(email)).status).toBe(429);
  await ask(visitor, email);
  await visitor.post(linkTo(email));
  expect((await signIn(email)).status).toBe(429);
});

test('who types their name erases their account, and is signed out', async () => {
  const visitor = await person();
  const refused = await visitor.post('/dashboard/account/erase', { typed_name: 'Somebody' });
  expect([refused.status, (await signIn(visitor.email)).status]).toEqual([400, 303]);
  const erased = await visitor.post('/dashboard/account/erase', { typed_name: 'The owner' });
  expect([erased.status, erased.headers.location]).toEqual([303, '/dashboard/sign-in']);
  expect(erased.headers['set-cookie']).toMatch(/^hexlot_session=; Max-Age=0;/);
  expect([(await signIn(visitor.email)).status, (await visitor.get('/dashboard')).status]).toEqual([
    403, 302,
  ]);
});
