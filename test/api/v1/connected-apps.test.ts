import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connected, refresh, untilRefused } from '../oauth/flow.ts';
import { CLIENT_ID, type OAuthStage, openOAuthStage } from '../oauth/stage.ts';

let stage: OAuthStage;
beforeAll(async () => {
  stage = await openOAuthStage();
});
afterAll(() => stage.api.stop());

const PATH = '/api/v1/connected-apps';
const list = (key = stage.key.secret, query = {}) => stage.api.request('GET', PATH, { key, query });

async function newest() {
  return (await list()).body.data[0];
}

test('an operator sees which apps its people connected, and what each may do', async () => {
  const changes = {
    max_per_month: '20',
    currency: 'eur',
    spend_cap: '5',
    expires_at: '2099-12-31',
  };
  await connected(stage, { scope: 'lots:read sessions:write intelligence', changes });
  const app = await newest();
  expect(app).toMatchObject({
    id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
    name: 'Valet',
    mode: 'live',
    client_id: CLIENT_ID,
    client_uri: null,
    redirect_host: '127.0.0.1:4711',
    resource: `${stage.baseUrl}/api`,
    member_id: stage.who.person?.memberId,
    scopes: ['lots:read', 'sessions:write', 'intelligence'],
    spend_cap_cents: 500,
    mandate: { currency: 'eur', max_per_month: 20 },
    expires_at: '2099-12-31T00:00:00.000Z',
    ended_at: null,
  });
  const one = await stage.api.request('GET', `${PATH}/${app.id}`, { key: stage.key.secret });
  expect(one.body.app).toEqual(app);
});

test('ending an app ends its tokens at once, and it stays in the list', async () => {
  const { tokens } = await connected(stage);
  const { id } = await newest();
  const end = () => stage.api.request('DELETE', `${PATH}/${id}`, { key: stage.key.secret });
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  await untilRefused(stage, tokens.access_token);
  await expect(refresh(stage, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  expect(await newest()).toMatchObject({ id, ended_at: expect.any(String) });
  const rows = await stage.api.database.sql<object>(
    `select actor_type, actor_id from audit_log where action = 'app.ended' and entity_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ actor_type: 'key', actor_id: stage.key.keyId }]);
  const left = await stage.api.database.sql<object>(
    `select 1 from oauth_payloads join connected_apps using (grant_id) where key_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
});

test('apps are no keys: they are not listed, counted, changed or ended as such', async () => {
  await connected(stage);
  const { id } = await newest();
  const ask = (method: string, path: string) =>
    stage.api.request(method, path, { key: stage.key.secret });
  const keys = await ask('GET', '/api/v1/keys?limit=100');
  expect(keys.body.data.map((key: { id: string }) => key.id)).toEqual([stage.key.keyId]);
  for (const [method, path] of [
    ['GET', `/api/v1/keys/${id}`],
    ['DELETE', `/api/v1/keys/${id}`],
    ['POST', `/api/v1/keys/${id}/rotate`],
  ] as const)
    expect((await ask(method, path)).status).toBe(404);
  const [row] = await stage.api.database.sql<{ count: string }>(
    'select count_valid_keys($1) as count',
    [stage.key.operatorId],
  );
  expect(Number(row?.count)).toBe(1);
  expect((await ask('GET', `${PATH}/${stage.key.keyId}`)).status).toBe(404);
});

test('nobody else sees or ends them: no other operator, mode, fleet, and no app', async () => {
  const { tokens } = await connected(stage);
  const { id } = await newest();
  const strangers = {
    operator: await stage.api.createKey(),
    test: await stage.api.createKey({ operatorId: stage.key.operatorId, mode: 'test' }),
  };
  for (const { secret } of Object.values(strangers)) {
    expect((await list(secret)).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await stage.api.request(method, `${PATH}/${id}`, { key: secret })).status).toBe(404);
  }
  const fleet = { operatorId: stage.key.operatorId, fleetId: 'fleet_1' };
  const { secret } = await stage.api.createKey(fleet);
  expect((await list(secret)).status).toBe(403);
  expect((await call(stage, tokens.access_token, PATH)).status).toBe(403);
  expect((await call(stage, tokens.access_token, '/api/v1/me')).status).toBe(200);
});

test('the list has pages, newest first', async () => {
  for (let count = 0; count < 3; count += 1) await connected(stage);
  const ids: string[] = [];
  for (let query: object | undefined = { limit: 2 }; query !== undefined; ) {
    const { body } = await list(stage.key.secret, query);
    ids.push(...body.data.map((app: { id: string }) => app.id));
    query = body.has_more ? { limit: 2, cursor: body.next_cursor } : undefined;
  }
  expect(ids.length).toBeGreaterThanOrEqual(3);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

test('no secret opens the row of an app', async () => {
  await connected(stage);
  const { id } = await newest();
  for (const key of [id, `pk_live_${id}`, `pk_live_${'A'.repeat(43)}`])
    expect((await list(key)).status).toBe(401);
});
