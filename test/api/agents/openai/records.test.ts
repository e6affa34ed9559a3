import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cellAt } from '../../../../src/kit/geo/cells.ts';
import type { NewTestKey, TestKey } from '../../client.ts';
import { startTestApi } from '../../client.ts';
import { openStage, type Stage, windowInHours } from '../../stage.ts';

const PATH = '/api/agents/openai/actions';
const PLACE = { lat: 43.6532, lng: -79.3832 };
const SEARCH = { action: 'search_parking', parameters: { ...PLACE, radius_km: 2, limit: 1 } };

let stage: Stage;
let lotIds: string[];
beforeAll(async () => {
  stage = await openStage();
  const addLot = () => stage.parking.addLot({ total_spaces: 1 });
  lotIds = [await addLot(), await addLot(), await addLot()];
  await stage.parking.park(lotIds[0] ?? '');
  await stage.api.database.sql('create table seen (audit_id bigint, search_id bigint)');
});
afterAll(() => stage.api.stop());
beforeEach(() => recorded());

const rateLimits = { dispatcher: 1_000, agent_call: 1_000, sandbox: 1_000 };
const newKey = (more: NewTestKey = {}) => stage.newKey({ rateLimits, ...more });
const send = (key: TestKey, body: unknown, headers = {}) =>
  stage.api.request('POST', PATH, { key: key.secret, body, headers });
const about = (action: string, lotId = lotIds[0]) => ({ action, parameters: { lot_id: lotId } });

type Row = Record<string, unknown>;

/** The audit rows and the searches written since the last call. */
async function recorded(): Promise<{ audits: Row[]; searches: Row[] }> {
  const { sql } = stage.api.database;
  await Promise.all([stage.api.app.searches.close(), stage.api.app.agentAudit.close()]);
  const audits = await sql<Row>(
    `select audit_id, actor_id, agent_platform, operator_id, livemode, entity_id, request_id, diff
     from audit_log
     where action = 'dispatcher.called'
       and audit_id > coalesce((select max(audit_id) from seen), 0) order by audit_id`,
  );
  const searches = await sql<Row>(
    `select search_id, livemode, kind, cell::text, radius_m, agent_platform, found_lot_count,
       available_lot_count, nearest_lot_m, wanted_on - searched_on as days_ahead,
       agent is not null as is_agents, latitude, longitude
     from search_log left join search_callers using (search_id)
     where search_id > coalesce((select max(search_id) from seen), 0) order by search_id`,
  );
  await sql(
    `insert into seen
     select (select max(audit_id) from audit_log), (select max(search_id) from search_log)`,
  );
  return { audits, searches };
}

test('each call has one audit row: who asked what, and how much was found', async () => {
  const key = await newKey({ agentPlatform: 'openai' });
  const { headers } = await send(key, SEARCH);
  await send(key, about('check_availability'));
  await send(key, about('get_rates'));
  const { audits } = await recorded();
  expect(audits[0]).toMatchObject({
    ...{ actor_id: key.keyId, agent_platform: 'openai', operator_id: key.operatorId },
    ...{ livemode: true, entity_id: 'dispatcher', request_id: headers['x-request-id'] },
  });
  expect(audits.map(({ diff }) => diff)).toEqual([
    // One of three is shown, and they are all in one ring.
    { action: 'search_parking', found_count: 3, has_more: true },
    { action: 'check_availability', found_count: 1 },
    { action: 'get_rates', found_count: 1 },
  ]);
});

test('an audit row names neither the lot nor the place', async () => {
  await send(await newKey(), about('get_rates'));
  const { audits } = await recorded();
  expect(JSON.stringify(audits)).not.toContain(lotIds[0]);
  expect(JSON.stringify(audits)).not.toContain(String(PLACE.lat));
});

test('each call is recorded as a search of its kind, at the place it asks about', async () => {
  const key = await newKey({ agentPlatform: 'openai' });
  await send(key, SEARCH);
  await send(key, about('check_availability'));
  await send(key, about('check_availability', lotIds[1]));
  await send(key, about('get_rates'));
  const { searches } = await recorded();
  const cell = String(cellAt(PLACE.lat, PLACE.lng));
  for (const search of searches)
    expect(search).toMatchObject({
      ...{ livemode: true, agent_platform: 'openai', cell, is_agents: true, nearest_lot_m: 0 },
      ...{ latitude: PLACE.lat, longitude: PLACE.lng },
    });
  const told = ({ kind, radius_m, found_lot_count, available_lot_count }: Row) =>
    [kind, radius_m, found_lot_count, available_lot_count].join(' ');
  expect(searches.map(told)).toEqual([
    'search 2000 3 2',
    'availability 0 1 0',
    'availability 0 1 1',
    'rates 0 1 1',
  ]);
});

test('a question about a window is recorded as wanted at its start', async () => {
  const key = await newKey();
  const window = windowInHours(72, 73);
  for (const { action, parameters } of [SEARCH, about('check_availability'), about('get_rates')])
    await send(key, { action, parameters: { ...parameters, ...window } });
  const { searches } = await recorded();
  expect(searches.map(({ days_ahead }) => days_ahead)).toEqual([3, 3, 3]);
});

test.each<[string, string, NewTestKey, object]>([
  ['unknown', 'unknown', {}, {}],
  ['claude', 'unknown', {}, { 'X-Agent-Platform': 'claude' }],
  ['openai', 'openai', { agentPlatform: 'openai' }, { 'X-Agent-Platform': 'claude' }],
])(
  'answer and audit row name the platform %s, and figures %s (key %j, headers %j)',
  async (...row) => {
    const [platform, counted, more, headers] = row;
    const { body } = await send(await newKey(more), SEARCH, headers);
    const { audits, searches } = await recorded();
    const named = [body, audits[0], searches[0]].map((one) => one.agent_platform);
    expect(named).toEqual([platform, platform, counted]);
  },
);

test('the records of a test key are of the test world', async () => {
  await send(await newKey({ mode: 'test' }), SEARCH);
  const { audits, searches } = await recorded();
  expect([audits[0]?.livemode, searches[0]?.livemode]).toEqual([false, false]);
});

test('a question about an unknown lot is audited as finding nothing', async () => {
  const { status } = await send(await newKey(), about('get_rates', '0199b0d4-7c1e-7a52-9c3b-0'));
  expect(status).toBe(400);
  await send(await newKey(), about('get_rates', '0199b0d4-7c1e-7a52-9c3b-000000000000'));
  const { audits, searches } = await recorded();
  expect(audits.map(({ diff }) => diff)).toEqual([
    { status: 400 },
    { action: 'get_rates', found_count: 0 },
  ]);
  expect(searches).toEqual([]);
});

test('refused calls are audited, and are no searches', async () => {
  const key = await newKey();
  await send(key, { action: 'end_session', parameters: {} });
  await send(key, { action: 'search_parking', parameters: { lat: 91, lng: 0 } });
  await send(key, SEARCH, { 'X-Agent-Platform': 'a,b' });
  await send(await stage.api.createKey({ plan: 'free' }), SEARCH);
  const { audits, searches } = await recorded();
  expect(searches).toEqual([]);
  expect(audits.map(({ agent_platform, diff }) => [agent_platform, diff])).toEqual([
    ...Array.from({ length: 3 }, () => ['unknown', { status: 400 }]),
    ['unknown', { status: 403 }],
  ]);
});

test('of many calls at once each has its audit row', async () => {
  const key = await newKey();
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(key, SEARCH)));
  const { audits } = await recorded();
  const told = new Set(answers.map(({ headers }) => headers['x-request-id']));
  expect(new Set(audits.map(({ request_id }) => request_id))).toEqual(told);
  expect(audits).toHaveLength(40);
});

test('if its audit row cannot be written, the call fails', async () => {
  const write = () => Promise.reject(new Error('the disk is full'));
  const broken = await startTestApi({
    app: { agentAudit: { write, record() {}, close: async () => {} } },
  });
  const { secret: key } = await broken.createKey();
  expect((await broken.request('POST', PATH, { key, body: SEARCH })).status).toBe(500);
  await broken.app.searches.close();
  expect(await broken.database.sql('select from search_log')).toEqual([]);
  await broken.stop();
});
