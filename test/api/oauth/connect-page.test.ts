import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { openBrowser, type Seen } from './browser.ts';
import { begin, textOf } from './flow.ts';
import { CLIENT, type OAuthStage, openOAuthStage, rename } from './stage.ts';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
});
afterAll(() => stage.api.stop());

async function openPage(asked: Parameters<typeof begin>[1] = {}) {
  const { url } = await begin(stage, asked);
  const browser = openBrowser(stage);
  return { browser, page: await browser.open(url) };
}

const connectedCount = async () => {
  const [row] = await stage.api.database.sql<{ count: number }>(
    'select count(*)::integer as count from connected_apps',
  );
  return row?.count;
};

test('the page says who asks, for whom, where they are sent, and what for', async () => {
  const { page } = await openPage({ scope: 'lots:read sessions:write intelligence' });
  const text = textOf(page);
  for (const words of [
    'Valet',
    'Elm Parking',
    'Described by app.example.com',
    'You are sent back to 127.0.0.1:4711',
    `${stage.baseUrl}/api`,
    'Start, extend and end paid stays',
    'The most it may spend on parking in a month',
    'Buy market figures',
  ])
    expect(text).toContain(words);
});

test('the page loads files of this service alone, is in no frame, and its form leads only here', async () => {
  const { page } = await openPage();
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self';");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.text).not.toMatch(/(src|href)="(?!\/[^/])(?!#)/);
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</style><svg onload=alert(1)>',
  '&lt;b&gt;',
])('an app called %s is only a name', async (client_name) => {
  const client_id = 'https://odd.example.com/client.json';
  stage.documents.set(client_id, { ...CLIENT, client_id, client_name });
  const fresh = `${client_id}?${Math.random()}`;
  stage.documents.set(fresh, { ...CLIENT, client_id: fresh, client_name });
  const { operatorId } = await stage.api.createKey();
  await rename(stage.api, operatorId, client_name);
  const { url } = await begin(stage, { clientId: fresh });
  const browser = openBrowser(stage);
  browser.become(await stage.newPerson({ operatorId, name: client_name }));
  const page = await browser.open(url);
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script>|<img src=x|<svg|onfocus='|<b>&lt;b>/);
});

test.each([
  ['another token', { csrf: 'csrf-of-another-page' }],
  ['no token', { csrf: undefined }],
  ['a token that is too long', { csrf: 'c'.repeat(44) }],
])('a form with %s decides nothing', async (_what, changes) => {
  const before = await connectedCount();
  const { browser, page } = await openPage();
  const seen = await browser.submit(page, { decision: 'allow', ...changes });
  expect(seen.status).toBe(403);
  expect(await connectedCount()).toBe(before);
});

test.each(['https://evil.example', 'null'])('a form of %s decides nothing', async (origin) => {
  const before = await connectedCount();
  const { browser, page } = await openPage();
  const body = new URLSearchParams({
    csrf: stage.who.person?.csrf ?? '',
    decision: 'allow',
    mode: 'live',
  });
  const seen = await browser.load(page.url, { method: 'POST', body, headers: { origin } });
  expect(seen.status).toBe(403);
  expect(await connectedCount()).toBe(before);
});

test('a page opened in another browser shows nothing and decides nothing', async () => {
  const { page } = await openPage();
  const other = openBrowser(stage);
  const seen = await other.open(page.url);
  expect([seen.status, textOf(seen)]).toEqual([404, expect.stringContaining('another browser')]);
  const forged = await other.submit(page, { decision: 'allow' });
  expect(forged.status).toBe(404);
});

test('a page is decided once', async () => {
  const { browser, page } = await openPage();
  const back = await browser.submit(page, { decision: 'allow' });
  expect(back.url).toContain('code=');
  const again = await browser.submit(page, { decision: 'allow' });
  expect(again.status).toBe(404);
});

test('where another person has signed in meanwhile, the form is of no use', async () => {
  const { browser, page } = await openPage();
  browser.become(await stage.newPerson({ name: 'Grace' }));
  const seen = await browser.submit(page, { decision: 'allow' });
  expect(seen.status).toBe(403);
});

test('who works for several operators chooses for which the app acts', async () => {
  const { operatorId } = await stage.api.createKey();
  await rename(stage.api, operatorId, 'Oak Parking');
  const person = await stage.newPerson({ name: 'Lin' });
  await stage.api.database.sql(
    `insert into members (member_id, operator_id, person_id, role)
     select $1, $2, person_id, 'owner' from members where member_id = $3`,
    [newId('mem'), operatorId, person.memberId],
  );
  const { url } = await begin(stage);
  const browser = openBrowser(stage);
  browser.become(person);
  const page = await browser.open(url);
  expect(textOf(page)).toContain('wants to act for Elm Parking');
  const [, member_id = ''] = /name="member_id" value="(\w+)"/.exec(page.text) ?? [];
  const { pathname } = new URL(page.url);
  const body = new URLSearchParams({ csrf: person.csrf, member_id, next: pathname });
  const chosen = await browser.open('/dashboard/operator', { method: 'POST', body });
  expect(new URL(chosen.url).pathname).toBe(pathname);
  expect(textOf(chosen)).toContain('wants to act for Oak Parking');
  await browser.submit(chosen, { decision: 'allow' });
  const [row] = await stage.api.database.sql<object>(
    'select operator_id from api_keys join connected_apps using (key_id) where member_id = $1',
    [member_id],
  );
  expect(row).toEqual({ operator_id: operatorId });
});

test('whoever may do nothing of it sees why, and no form', async () => {
  const { url } = await begin(stage, { scope: 'lots:write' });
  const browser = openBrowser(stage);
  browser.become(await stage.newPerson({ role: 'viewer', name: 'Vi' }));
  const page = await browser.open(url);
  expect(textOf(page)).toContain('only for what you may not do yourself');
  expect(page.text).not.toContain('name="decision"');
});

/** As people type them; the others are refused, and the page says why. */
const TYPED: [Record<string, string | undefined>, string | undefined][] = [
  [{ max_per_month: '20' }, undefined],
  [{ max_per_month: ' 19.50 ', currency: 'EUR' }, undefined],
  [{ max_per_month: '' }, undefined],
  [{ max_per_month: '', currency: 'nothing' }, undefined],
  [{ expires_at: '2090-02-28' }, undefined],
  [{ mode: 'test' }, undefined],
  [{ 'scope:sessions:read': undefined }, undefined],
  [{ max_per_month: '20,5' }, 'max_per_month'],
  [{ max_per_month: '-1' }, 'max_per_month'],
  [{ max_per_month: '1e9' }, 'max_per_month'],
  [{ max_per_month: 'twenty' }, 'max_per_month'],
  [{ max_per_month: '0' }, 'max_per_month'],
  [{ max_per_month: '20', currency: '' }, 'currency'],
  [{ max_per_month: '20', currency: 'dollars' }, 'currency'],
  [{ max_per_month: '20.555', currency: 'usd' }, 'max_per_month'],
  [{ expires_at: '2020-01-01' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: '2090-02-30x' }, 'expires_at'],
  [{ mode: 'both' }, 'mode'],
  [{ mode: undefined }, 'mode'],
  [{ decision: 'maybe' }, 'decision'],
  [
    {
      'scope:lots:read': undefined,
      'scope:sessions:read': undefined,
      'scope:sessions:write': undefined,
    },
    'scopes',
  ],
];

test.each(TYPED)(
  '%j is understood, or refused with the name of the field %s',
  async (typed, field) => {
    const { browser, page } = await openPage();
    const seen = await browser.submit(page, { decision: 'allow', ...typed });
    expect(outcome(seen)).toEqual(
      field === undefined ? 'sent back' : expect.stringContaining(field),
    );
  },
);

/** What a page says, with the names of the fields beside which it says so. */
function outcome(seen: Seen): string {
  if (seen.url.includes('code=')) return 'sent back';
  const fields = [...seen.text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name);
  return [...fields, textOf(seen).toLowerCase()].join(' ');
}

test.each(['x', '../../oauth/token', 'a'.repeat(200), '%00', '%'])(
  'there is no page %s',
  async (uid) => {
    const seen = await openBrowser(stage).load(`/dashboard/connect/${uid}`);
    expect([400, 404, 405]).toContain(seen.status);
  },
);
