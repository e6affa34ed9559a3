import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectApp } from '../../../../src/access/apps/connect-app.ts';
import { systemActor } from '../../../../src/access/principals/actor.ts';
import { startTestApi, type TestApi } from '../../client.ts';
import { addApp } from '../../oauth/add-app.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

let api: TestApi;
let operatorId: string;
let owner: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId } = await api.createKey());
  owner = await openVisitor(api, { operatorId });
});
afterAll(() => api.stop());

const endOf = (appId: string) => `/dashboard/apps/${appId}`;

test('an owner sees the apps of a mode, and what each may do', async () => {
  expect((await owner.get('/dashboard/apps')).text).toContain('No app is connected.');
  const appId = await addApp(api.database, operatorId);
  const { text } = await owner.get('/dashboard/apps');
  for (const words of ['Valet', 'app.example.com', 'connected', endOf(appId)])
    expect(text).toContain(words);
  expect((await owner.get('/dashboard/apps?mode=test')).text).not.toContain('Valet');
  const { text: one } = await owner.get(endOf(appId));
  for (const words of ['See your lots', 'https://parking.example/api', 'no limit', 'End the app'])
    expect(one).toContain(words);
});

test('a form ends an app, and it stays in the list', async () => {
  const appId = await addApp(api.database, operatorId);
  const ended = await owner.post(endOf(appId));
  expect([ended.status, ended.headers.location]).toEqual([303, '/dashboard/apps']);
  const { text } = await owner.get(endOf(appId));
  expect(text).toContain('<span class="badge bad">ended</span>');
  expect(text).not.toContain('End the app');
});

test('the name of an app is only a name', async () => {
  const [member] = await api.database.sql<{ member_id: string }>(
    'select member_id from members where operator_id = $1 limit 1',
    [operatorId],
  );
  const appId = await connectApp(
    api.database.owner,
    {
      ...{ operatorId, memberId: member?.member_id ?? '', livemode: true },
      ...{ name: '<script>alert(1)</script>', clientId: 'registered', clientUri: null },
      ...{ redirectHost: '"><img src=x>', resource: 'https://parking.example/api' },
      ...{ grantId: 'grant of a hostile app', scopes: ['lots:read'], mandate: null },
      ...{ spendCapCents: 500, expiresAt: null },
    },
    systemActor('test'),
  );
  for (const path of ['/dashboard/apps', endOf(appId)]) {
    const { text } = await owner.get(path);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toMatch(/<script>|<img src=x/);
  }
  expect((await owner.get(endOf(appId))).text).toContain('5.00 US dollars a month');
});

test.each(['manager', 'viewer'] as const)(
  'a %s sees and ends what they connected themselves',
  async (role) => {
    const person = await openVisitor(api, { operatorId, role });
    const [member] = await api.database.sql<{ member_id: string }>(
      `select member_id from members where operator_id = $1 and role = $2
     order by joined_at desc limit 1`,
      [operatorId, role],
    );
    const others = await addApp(api.database, operatorId);
    const own = await addApp(api.database, operatorId, { memberId: member?.member_id ?? '' });
    expect((await person.get('/dashboard')).text).toContain('Connected apps');
    const { text } = await person.get('/dashboard/apps');
    expect(text).toContain(own);
    expect(text).not.toContain(others);
    for (const { status } of [await person.get(endOf(others)), await person.post(endOf(others))])
      expect(status).toBe(404);
    expect((await owner.get(endOf(others))).text).toContain('End the app');
    expect((await person.post(endOf(own))).status).toBe(303);
    expect((await owner.get(endOf(own))).text).not.toContain('End the app');
  },
);

test('a key without keys:write has no apps of its own', async () => {
  const { secret } = await api.createKey({ operatorId, scopes: ['lots:read'] });
  const appId = await addApp(api.database, operatorId);
  for (const [method, path] of [
    ['GET', '/api/v1/connected-apps'],
    ['GET', `/api/v1/connected-apps/${appId}`],
    ['DELETE', `/api/v1/connected-apps/${appId}`],
  ] as const)
    expect((await api.request(method, path, { key: secret })).status).toBe(403);
});

test('an app of another operator is not there', async () => {
  const { operatorId: other } = await api.createKey();
  const appId = await addApp(api.database, other);
  expect((await owner.get(endOf(appId))).status).toBe(404);
  expect((await owner.post(endOf(appId))).status).toBe(404);
});
