import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite } from '../../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import { fieldsOf } from '../oauth/browser.ts';
import { CLIENT } from './company-provider.ts';
import {
  BEGIN,
  type BothBrowsers,
  type CompanyStage,
  LINK,
  openCompanyStage,
  pathOf,
  RETURN,
} from './company-stage.ts';
import { inviteTo, openVisitor } from './visitor.ts';

let stage: CompanyStage;
beforeAll(async () => {
  stage = await openCompanyStage();
});
afterAll(() => stage.stop());

async function countPeople(): Promise<number> {
  const [row] = await stage.api.database.sql<{ n: number }>(
    'select count(*)::int as n from people',
  );
  return row?.n ?? 0;
}

const outsider = (text: string) =>
  expect(text).toContain('Nobody here has this company account: ask for an invitation');

test('whoever linked the account signs in with it, and goes on where they came from', async () => {
  await stage.linkedPerson();
  const browser = stage.openBoth();
  const seen = await browser.comeBack(`${BEGIN}?next=/dashboard/lots?mode=test`);
  expect(seen.status).toBe(200);
  expect(seen.url).toBe(`${stage.baseUrl}/dashboard/lots?mode=test`);
  const { text } = await browser.here.open('/dashboard/account');
  expect(text).toMatch(/company<\/td>|linked/);
});

test('a page of the company tells the provider no more than it needs, and asks with PKCE', async () => {
  stage.idp.asked.length = 0;
  stage.newEmployee();
  await stage.openBoth().ask();
  const asked = stage.idp.asked.find(({ pathname }) => pathname === '/auth')?.searchParams;
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    ...{ response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256' },
    ...{ client_id: CLIENT.clientId, redirect_uri: stage.baseUrl + RETURN },
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked?.get(name)).toMatch(/^[\w-]{43}$/);
});

test('somebody whom nobody here knows gets a clear no, and becomes nobody', async () => {
  stage.newEmployee({ email: 'new@company.example', email_verified: true });
  const before = await countPeople();
  const browser = stage.openBoth();
  const seen = await browser.comeBack();
  expect(seen.status).toBe(403);
  outsider(seen.text);
  expect([await browser.isIn(), await countPeople()]).toEqual([false, before]);
});

test('a member who was removed gets the same no', async () => {
  const { person } = await stage.linkedPerson();
  const [row] = await stage.api.database.sql<{ person_id: string }>(
    'select person_id from company_identities where subject = $1',
    [stage.idp.at.employee.sub],
  );
  await openVisitor(stage.api, { operatorId: stage.operatorId });
  await stage.api.database.sql('update members set removed_at = now() where person_id = $1', [
    row?.person_id,
  ]);
  const seen = await stage.openBoth(person).comeBack();
  expect(seen.status).toBe(403);
  outsider(seen.text);
});

test.each([true, false])('an address links nobody, verified or not: %s', async (isVerified) => {
  const email = `of-${isVerified}@company.example`;
  await openVisitor(stage.api, { operatorId: stage.operatorId, person: { email } });
  stage.newEmployee({ email, email_verified: isVerified });
  const browser = stage.openBoth();
  outsider((await browser.comeBack()).text);
  expect(await browser.isIn()).toBe(false);
});

test('an account is linked by a form of the person alone, who has just proved who they are', async () => {
  stage.newEmployee();
  const person = await openVisitor(stage.api, { operatorId: stage.operatorId });
  const browser = stage.openBoth(person);
  outsider((await browser.comeBack()).text);
  expect((await browser.here.open(LINK, { method: 'POST' })).status).toBe(403);
  await stage.api.database.sql(
    "update sign_ins set authenticated_at = now() - interval '11 minutes'",
  );
  await stage.api.database.sql(
    `update people set password_hash = '$argon2id$x' where person_id in (
       select person_id from sign_ins where ended_at is null)`,
  );
  expect(pathOf(await browser.here.open(LINK))).toBe('/dashboard/sign-in/again');
  const [row] = await stage.api.database.sql<{ n: number }>(
    'select count(*)::int as n from company_identities where subject = $1',
    [stage.idp.at.employee.sub],
  );
  expect(row?.n).toBe(0);
});

test('an account that somebody has is linked to nobody else', async () => {
  await stage.linkedPerson();
  const other = await openVisitor(stage.api, { operatorId: stage.operatorId });
  const seen = await stage.openBoth(other).comeBack(LINK, { csrf: other.csrf });
  expect([seen.status, seen.text]).toEqual([
    409,
    expect.stringContaining('Somebody else signs in'),
  ]);
});

test('an account is linked to whom it was begun for, not to who is signed in at the end', async () => {
  stage.newEmployee();
  const [first, second] = [
    await openVisitor(stage.api, { operatorId: stage.operatorId }),
    await openVisitor(stage.api, { operatorId: stage.operatorId }),
  ];
  const browser = stage.openBoth(first);
  const back = await browser.ask(LINK, { csrf: first.csrf });
  browser.here.become(second);
  expect((await browser.here.open(back)).status).toBe(403);
});

test('who has a company account alone proves again with it who they are', async () => {
  const { employee } = await stage.linkedPerson();
  const browser = stage.openBoth();
  await browser.comeBack();
  await stage.api.database.sql(
    "update sign_ins set authenticated_at = now() - interval '11 minutes' where ended_at is null",
  );
  const again = '/dashboard/sign-in/again?next=/dashboard/account/password';
  const page = await browser.here.open('/dashboard/account/password');
  expect(pathOf(page)).toBe('/dashboard/sign-in/again');
  const form = { ...fieldsOf(page.text), with: 'company' };
  stage.newEmployee();
  const wrong = await openBothWith(browser).comeBack(again, form);
  expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('You do not sign in')]);
  stage.idp.at.employee = employee;
  const right = await openBothWith(browser).comeBack(again, form);
  expect(pathOf(right)).toBe('/dashboard/account/password');
});

/** The same browser here, and a new one at the provider. */
function openBothWith({ here }: BothBrowsers): BothBrowsers {
  const both = stage.openBoth();
  for (const [name, cookie] of here.cookies) both.here.cookies.set(name, cookie);
  return both;
}

test('an invitation is accepted with a company account, which signs in from then on', async () => {
  stage.newEmployee({ name: 'Ada Byron', email: 'ada@company.example', email_verified: true });
  const [, token] = (await inviteTo(stage.api, stage.operatorId, 'viewer')).split('invitations/');
  const joined = await stage.openBoth().comeBack(`${BEGIN}?invitation=${token}`);
  expect([joined.status, pathOf(joined)]).toEqual([200, '/dashboard']);
  const browser = stage.openBoth();
  await browser.comeBack();
  const { text } = await browser.here.open('/dashboard/account');
  for (const shown of ['Ada Byron', 'ada@company.example', 'viewer of'])
    expect(text).toContain(shown);
  stage.newEmployee();
  const used = await stage.openBoth().comeBack(`${BEGIN}?invitation=${token}`);
  expect([used.status, used.text]).toEqual([409, expect.stringContaining('invitation was used')]);
});

test('who is known joins one more operator as who they are', async () => {
  const { employee } = await stage.linkedPerson();
  const other = await stage.api.createKey();
  const before = await countPeople();
  const [, token] = (await inviteTo(stage.api, other.operatorId)).split('invitations/');
  const browser = stage.openBoth();
  await browser.comeBack(`${BEGIN}?invitation=${token}`);
  expect(await countPeople()).toBe(before);
  const rows = await stage.api.database.sql<{ operator_id: string }>(
    `select operator_id from members join company_identities using (person_id)
     where subject = $1 order by joined_at`,
    [employee.sub],
  );
  expect(rows.map((row) => row.operator_id)).toEqual([stage.operatorId, other.operatorId]);
});

test.each([
  ['another one', { email: 'b@company.example', email_verified: true }],
  ['one that is not verified', { email: 'a@company.example', email_verified: false }],
  ['none', {}],
])('an invitation for an address is not for an account with %s, and stays open', async (_, who) => {
  stage.newEmployee(who);
  const asked = { operatorId: stage.operatorId, email: 'a@company.example', role: 'viewer' };
  const { token } = await invite(stage.api.database.owner, asked, systemActor('test'));
  const browser = stage.openBoth();
  const seen = await browser.comeBack(`${BEGIN}?invitation=${token}`);
  expect([seen.status, await browser.isIn()]).toEqual([403, false]);
  const { text } = await browser.here.open(`/dashboard/invitations/${token}`);
  expect(text).toContain('You are invited');
});

test('an invitation that cannot be accepted so is not used up', async () => {
  const email = 'taken@company.example';
  await openVisitor(stage.api, { operatorId: stage.operatorId, person: { email } });
  stage.newEmployee({ email, email_verified: true });
  const link = await inviteTo(stage.api, stage.operatorId);
  const seen = await stage.openBoth().comeBack(`${BEGIN}?invitation=${link.split('/').at(-1)}`);
  expect(seen.status).toBe(409);
  expect((await stage.openBoth().here.open(link)).text).toContain('You are invited');
});
