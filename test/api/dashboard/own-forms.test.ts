import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../client.ts';
import { openVisitor, postForm, type Visitor } from './visitor.ts';

const SENT = '/dashboard/account';
const FORM = { act: 'end_all' };

let api: TestApi;
let person: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  const { operatorId } = await api.createKey();
  person = await openVisitor(api, { operatorId });
  stranger = await openVisitor(api, { operatorId });
});
afterAll(() => api.stop());

const isSignedIn = async () => (await person.get('/dashboard/account')).status === 200;

test.each([
  ['without the mark of a page of the person', {}, {}],
  ['with a mark that is empty', { csrf: '' }, {}],
  ['with the mark of another person', () => ({ csrf: stranger.csrf }), {}],
  [
    'from a page of another site',
    () => ({ csrf: person.csrf }),
    { origin: 'https://evil.example' },
  ],
  ['from a page of another port', () => ({ csrf: person.csrf }), { origin: 'http://127.0.0.1:1' }],
  ['from a page without an origin', () => ({ csrf: person.csrf }), { origin: 'null' }],
  [
    'from another site of the same domain',
    () => ({ csrf: person.csrf }),
    { 'sec-fetch-site': 'same-site' },
  ],
  ['from a link', () => ({ csrf: person.csrf }), { 'sec-fetch-site': 'cross-site' }],
] as const)('a form does nothing that is sent %s', async (_, mark, headers) => {
  const sent = { ...FORM, ...(typeof mark === 'function' ? mark() : mark) };
  const { status, text } = await postForm(api, SENT, sent, { ...headers, cookie: person.cookie });
  expect(status).toBe(403);
  expect(text).toContain('open the page again');
  expect(await isSignedIn()).toBe(true);
});

test('nobody is signed in by a page of another site', async () => {
  const headers = { origin: 'https://evil.example' };
  const form = { email: 'ada@example.org', password: 'correct horse battery' };
  expect((await postForm(api, '/dashboard/sign-in', form, headers)).status).toBe(403);
});

test('a form of the own page is done', async () => {
  const origin = api.url;
  const form = { ...FORM, csrf: person.csrf };
  const sent = await postForm(api, SENT, form, {
    ...{ origin, 'sec-fetch-site': 'same-origin' },
    cookie: person.cookie,
  });
  expect(sent.status).toBe(303);
  expect(await isSignedIn()).toBe(false);
});
