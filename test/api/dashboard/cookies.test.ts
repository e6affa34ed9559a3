import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../client.ts';
import { cookiesOf, inviteTo, openVisitor, postForm } from './visitor.ts';

let api: TestApi;
let operatorId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId } = await api.createKey());
});
afterAll(() => api.stop());

test('a cookie is out of reach of scripts, plain connections, other sites and the API', async () => {
  const { headers } = await postForm(api, await inviteTo(api, operatorId), {});
  const lines = (headers['set-cookie'] ?? '').split(/,(?=hexlot_)/);
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(
      /^hexlot_\w+=[\w-]{43}; Max-Age=\d+; Path=\/dashboard; HttpOnly; Secure; SameSite=Lax$/,
    );
});

test('what somebody is signed in with is new, whatever the browser had before', async () => {
  const planted = `hexlot_session=${'A'.repeat(43)}`;
  const first = await postForm(api, await inviteTo(api, operatorId), {}, { cookie: planted });
  const second = await postForm(api, await inviteTo(api, operatorId), {}, { cookie: planted });
  const tokens = [first, second].map((answer) => cookiesOf(answer)[0]);
  expect(new Set([planted, ...tokens]).size).toBe(3);
});

test('a cookie calls no operation of the API', async () => {
  const { cookie } = await openVisitor(api, { operatorId });
  for (const path of ['/api/v1/me', '/api/v1/keys'])
    expect((await api.request('GET', path, { headers: { cookie } })).status).toBe(401);
});

test('whoever signs out has an empty cookie, and the old one opens nothing', async () => {
  const person = await openVisitor(api, { operatorId });
  const { status, headers } = await person.post('/dashboard/sign-out');
  expect([status, headers.location]).toEqual([303, '/dashboard/sign-in']);
  expect(headers['set-cookie']).toMatch(/^hexlot_session=; Max-Age=0;/);
  expect((await person.get('/dashboard')).headers.location).toBe('/dashboard/sign-in');
});

test.each([
  '',
  'hexlot_session',
  'hexlot_session=',
  'hexlot_session=%',
  `hexlot_session=${'A'.repeat(43)}`,
  `hexlot_session=${'A'.repeat(8_000)}`,
  "hexlot_session=' or true --",
  'a=1; hexlot_session=\u00fc; b',
])('a broken cookie signs nobody in: %s', async (cookie) => {
  const { status, headers } = await api.request('GET', '/dashboard', { headers: { cookie } });
  expect([status, headers.location]).toEqual([302, '/dashboard/sign-in']);
});
