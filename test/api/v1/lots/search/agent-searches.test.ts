import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

const PATH = '/api/v1/lots/search';
const PLACE = { lat: 43.6532, lng: -79.3832, radius_km: 2 };

let api: TestApi;
let agent: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  agent = await api.createKey({ agentPlatform: 'claude', rateLimits: { agent_call: 10_000 } });
  for (let i = 0; i < 3; i += 1) await addLot(api.database, { operator_id: agent.operatorId });
});
afterAll(() => api.stop());

const search = (key?: string, query: Record<string, string | number> = {}, method = 'GET') =>
  api.request(method, PATH, { key, query: { ...PLACE, ...query } });

const audits = () =>
  api.database.sql<Record<string, unknown>>(
    `select actor_type, actor_id, agent_platform, operator_id, livemode, entity_id, request_id,
       diff
     from audit_log where action = 'lots.searched' order by audit_id`,
  );

test("an agent's search is audited before it is answered, without its place", async () => {
  const { headers } = await search(agent.secret);
  const rows = await audits();
  expect(rows).toEqual([
    {
      actor_type: 'key',
      actor_id: agent.keyId,
      agent_platform: 'claude',
      operator_id: agent.operatorId,
      livemode: true,
      entity_id: 'lots',
      request_id: headers['x-request-id'],
      diff: { found_count: 3 },
    },
  ]);
});

test('where there are more pages, the row says that more lots may have been found', async () => {
  await search(agent.secret, { limit: 2 });
  expect((await audits()).at(-1)?.diff).toEqual({ found_count: 3, has_more: true });
});

test('further pages, HEAD and test keys are audited too, each as one call', async () => {
  const before = (await audits()).length;
  const page = await search(agent.secret, { limit: 2 });
  await search(agent.secret, { limit: 2, cursor: page.body.next_cursor });
  await search(agent.secret, {}, 'HEAD');
  const { operatorId } = agent;
  const sandbox = await api.createKey({ operatorId, mode: 'test', agentPlatform: 'claude' });
  await search(sandbox.secret);
  expect((await audits()).slice(before).map(({ livemode }) => livemode)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('of many searches at once each has its audit row', async () => {
  const before = (await audits()).length;
  const answers = await Promise.all(Array.from({ length: 40 }, () => search(agent.secret)));
  const rows = (await audits()).slice(before);
  const told = new Set(answers.map(({ headers }) => headers['x-request-id']));
  expect(new Set(rows.map(({ request_id }) => request_id))).toEqual(told);
  expect(rows).toHaveLength(40);
});

test('refused searches and searches of callers other than agents are not audited', async () => {
  const before = (await audits()).length;
  expect((await search(agent.secret, { limit: 0 })).status).toBe(400);
  expect((await search()).status).toBe(200);
  expect((await search((await api.createKey()).secret)).status).toBe(200);
  expect(await audits()).toHaveLength(before);
});

test('if the audit row cannot be written, agents get no answer and others do', async () => {
  const agentAudit = {
    write: () => Promise.reject(new Error('the disk is full')),
    record() {},
    close: async () => {},
  };
  const broken = await startTestApi({ app: { agentAudit } });
  const { secret } = await broken.createKey({ agentPlatform: 'claude' });
  const asked = { query: PLACE };
  expect((await broken.request('GET', PATH, { ...asked, key: secret })).status).toBe(500);
  expect((await broken.request('GET', PATH, asked)).status).toBe(200);
  await broken.stop();
});
