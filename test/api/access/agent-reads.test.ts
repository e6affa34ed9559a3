import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAgentAudit } from '../../../src/access/audit/audit-agent-calls.ts';
import { startTestApi, type TestKey } from '../client.ts';
import { callTool } from '../mcp/connect.ts';
import { openStage, type Stage } from '../stage.ts';

const PLACE = { lat: 43.6532, lng: -79.3832 };
const DISPATCHER = '/api/agents/openai/actions';

let stage: Stage;
let agent: TestKey;
let lotId: string;
let sessionId: string;

beforeAll(async () => {
  stage = await openStage();
  agent = await stage.newKey({ agentPlatform: 'openai' });
  lotId = await stage.parking.addLot();
  sessionId = (await stage.parking.park(lotId)).sessionId;
});
afterAll(() => stage.api.stop());
beforeEach(() => audits());

type Row = Record<string, unknown>;

let seen = 0;
/** The audit rows of agents' calls since the last look. */
async function audits(): Promise<Row[]> {
  await stage.api.app.agentAudit.close();
  const rows = await stage.api.database.sql<Row & { audit_id: number }>(
    `select audit_id::integer, action, entity_id, actor_id, agent_platform, request_id, diff
     from audit_log
     where action in ('agent.read', 'dispatcher.called', 'lots.searched', 'session.searched')
       and audit_id > $1 order by audit_id`,
    [seen],
  );
  seen = rows.at(-1)?.audit_id ?? seen;
  return rows.map(({ audit_id: _, ...row }) => row);
}

const read = (path: string, query = {}, as = agent, headers = {}) =>
  stage.api.request('GET', path, { key: as.secret, query, headers });
const ask = (body: unknown, as = agent, headers = {}) =>
  stage.api.request('POST', DISPATCHER, { key: as.secret, body, headers });

test('what an agent reads has an audit row: who, with which operation, and how it ended', async () => {
  const answer = await read(`/api/v1/sessions/${sessionId}`);
  await read(`/api/v1/lots/${lotId}`);
  await read('/api/v2/usage');
  await read('/api/v1/sessions/ses_00000000000000000000000000000000');
  const rows = await audits();
  expect(rows[0]).toEqual({
    action: 'agent.read',
    entity_id: 'getSession',
    actor_id: agent.keyId,
    agent_platform: 'openai',
    request_id: answer.headers['x-request-id'],
    diff: { status: 200 },
  });
  expect(rows.map(({ entity_id, diff }) => [entity_id, diff])).toEqual([
    ['getSession', { status: 200 }],
    ['getLot', { status: 200 }],
    ['listUsage', { status: 200 }],
    ['getSession', { status: 404 }],
  ]);
});

test('operators find these rows in their audit log, those of refused calls as well', async () => {
  const bot = await stage.newKey({ agentPlatform: 'claude', scopes: ['sessions:read'] });
  await read(`/api/v1/sessions/${sessionId}`, {}, bot);
  await read('/api/v2/intelligence/market-rate', PLACE, bot);
  await ask({ action: 'search_parking', parameters: PLACE }, bot);
  await stage.api.app.agentAudit.close();
  const { body } = await stage.get('/api/v1/audit', { actor_id: bot.keyId });
  const told = body.data.toReversed().map((row: Row) => {
    const { action, entity_id, agent_platform, diff } = row;
    return [action, entity_id, agent_platform, diff];
  });
  expect(told).toEqual([
    ['agent.read', 'getSession', 'claude', { status: 200 }],
    ['agent.read', 'getMarketRate', 'claude', { status: 401 }],
    ['dispatcher.called', 'dispatcher', 'claude', { status: 403 }],
  ]);
});

test('what a tool of /mcp reads has its row, of the platform of its key or of mcp', async () => {
  const args = { session_id: sessionId };
  await callTool(stage.api, 'check_session_status', args, { key: agent });
  await callTool(stage.api, 'check_session_status', args, { key: stage.key });
  await callTool(stage.api, 'get_my_limits', {}, { key: agent });
  expect((await audits()).map((row) => [row.entity_id, row.agent_platform])).toEqual([
    ['getSession', 'openai'],
    ['getSession', 'mcp'],
    ['getMe', 'openai'],
  ]);
});

test('a row of a read names no lot, no place, no plate and no stay', async () => {
  await read(`/api/v1/lots/${lotId}`);
  await read(`/api/v1/sessions/${sessionId}`);
  await read('/api/v2/intelligence/market-rate', PLACE);
  const text = JSON.stringify(await audits());
  for (const secret of [lotId, sessionId, String(PLACE.lat)]) expect(text).not.toContain(secret);
});

test('a platform that only the header names counts, one that is no name does not', async () => {
  const plain = await stage.newKey();
  await read('/api/v1/me', {}, plain, { 'x-agent-platform': 'claude' });
  const refused = await read('/api/v1/me', {}, plain, { 'x-agent-platform': '!'.repeat(200) });
  expect(refused.status).toBe(400);
  expect((await audits()).map((row) => [row.agent_platform, row.entity_id])).toEqual([
    ['claude', 'getMe'],
  ]);
});

test('people and callers without a key have no row, and searches only the one of their own', async () => {
  const plain = await stage.newKey();
  await read(`/api/v1/lots/${lotId}`, {}, plain);
  await stage.api.request('GET', `/api/v1/lots/${lotId}`, { headers: { 'x-agent-platform': 'x' } });
  expect(await audits()).toEqual([]);
  await read('/api/v1/lots/search', PLACE);
  await read('/api/v1/sessions/search', { plate: 'NOBODY1' });
  expect((await audits()).map(({ action }) => action)).toEqual([
    'lots.searched',
    'session.searched',
  ]);
});

test('a search that is refused has a row, too', async () => {
  await read('/api/v1/lots/search', { ...PLACE, lat: 91 });
  const unscoped = await stage.newKey({ agentPlatform: 'claude', scopes: ['audit:read'] });
  await read('/api/v1/sessions/search', { plate: 'NOBODY1' }, unscoped);
  expect((await audits()).map((row) => [row.action, row.entity_id, row.diff])).toEqual([
    ['agent.read', 'searchParking', { status: 400 }],
    ['agent.read', 'searchSessions', { status: 403 }],
  ]);
});

test('a refused call of the dispatcher has an audit row with how it ended', async () => {
  const poor = await stage.api.createKey({ plan: 'free', agentPlatform: 'openai' });
  const lots = { action: 'search_parking', parameters: PLACE };
  expect((await ask(lots, poor)).status).toBe(403);
  expect((await ask({ action: 'book', parameters: {} })).status).toBe(400);
  expect((await ask({ ...lots, parameters: { ...PLACE, lat: 91 } })).status).toBe(400);
  expect((await ask(lots, agent, { 'x-agent-platform': '!' })).status).toBe(200);
  const unscoped = await stage.newKey({ scopes: ['audit:read'] });
  expect((await ask(lots, unscoped)).status).toBe(403);
  const none = { action: 'get_rates', parameters: { lot_id: crypto.randomUUID() } };
  expect((await ask(none)).status).toBe(404);
  const rows = await audits();
  expect(rows.map(({ action, agent_platform, diff }) => [action, agent_platform, diff])).toEqual([
    ['dispatcher.called', 'openai', { status: 403 }],
    ['dispatcher.called', 'openai', { status: 400 }],
    ['dispatcher.called', 'openai', { status: 400 }],
    ['dispatcher.called', 'openai', { action: 'search_parking', found_count: 1 }],
    ['dispatcher.called', 'unknown', { status: 403 }],
    ['dispatcher.called', 'openai', { action: 'get_rates', found_count: 0 }],
  ]);
});

test('calls beyond a budget write nothing', async () => {
  const hasty = await stage.newKey({ agentPlatform: 'openai', rateLimits: { dispatcher: 1 } });
  const bad = { action: 'book', parameters: {} };
  const statuses = [await ask(bad, hasty), await ask(bad, hasty)].map(({ status }) => status);
  expect(statuses).toEqual([400, 429]);
  expect(await audits()).toHaveLength(1);
});

test('no read waits for its row, or fails with it', async () => {
  let writeCount = 0;
  const query = () => {
    writeCount += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const agentAudit = createAgentAudit({ query }, pino({ level: 'silent' }));
  const broken = await startTestApi({ app: { agentAudit } });
  const { secret } = await broken.createKey({ agentPlatform: 'claude' });
  expect((await broken.request('GET', '/api/v1/me', { key: secret })).status).toBe(200);
  expect(writeCount).toBe(1);
  await broken.stop();
});
