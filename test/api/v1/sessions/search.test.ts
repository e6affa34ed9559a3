import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealed } from '../../../plates.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import type { Parking } from '../../../stage/parking.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import type { TestApi, TestKey } from '../../client.ts';
import { openStage } from '../../stage.ts';

const PATH = '/api/v1/sessions/search';
const MINUTE_MS = 60_000;

let api: TestApi;
let parking: Parking;
let key: TestKey;

beforeAll(async () => {
  ({ api, parking, key } = await openStage());
});
afterAll(() => api.stop());

type Query = Record<string, string | number>;

const search = (query: Query, as = key) => api.request('GET', PATH, { key: as.secret, query });

async function idsOf(query: Query, as = key): Promise<string[]> {
  const { status, body } = await search(query, as);
  expect(status).toBe(200);
  return body.data.map((session: { id: string }) => session.id);
}

const park = async (plate: string, lotId?: string) =>
  parking.park(lotId ?? (await parking.addLot()), { plate });

type LookUp = { entity_id: string; actor_id: string; found_count: string; row: string };

/** The audit rows of look-ups, oldest first, each also as a whole. */
const lookUps = (as = key) =>
  api.database.sql<LookUp>(
    `select entity_id, actor_id, diff ->> 'found_count' as found_count, to_jsonb(audit_log) as row
     from audit_log where action = 'session.searched' and actor_id = $1 order by audit_id`,
    [as.keyId],
  );

test.each(['SRCH123', 'srch123', 'SRCH 123', 'srch-1-2-3', ' s R-c H123 '])(
  'the plate is found however it is written: "%s"',
  async (plate) => {
    const [row] = await api.database.sql('select from vehicles where plate = $1', [
      sealed('SRCH123'),
    ]);
    if (row === undefined) await park('SRCH123');
    const { body } = await search({ plate });
    expect(body.data).toMatchObject([{ plate: 'SRCH123', status: 'active' }]);
  },
);

test('the sessions of a plate come newest first in pages, each as reading it answers', async () => {
  const plate = parking.newPlate();
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1) made.push((await park(plate)).sessionId);
  await park(parking.newPlate());
  const newestFirst = made.toReversed();
  expect(await idsOf({ plate })).toEqual(newestFirst);

  const first = await search({ plate, limit: 2 });
  const second = await search({ plate, limit: 2, cursor: first.body.next_cursor });
  const last = await search({ plate, limit: 2, cursor: second.body.next_cursor });
  const pages = [first, second, last].map(({ body }) => body);
  expect(pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id))).toEqual(
    newestFirst,
  );
  expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
  const one = await api.request('GET', `/api/v1/sessions/${made[4]}`, { key: key.secret });
  expect(first.body.data[0]).toEqual(one.body.session);
});

test('filters keep the sessions that match all', async () => {
  const plate = parking.newPlate();
  const lotId = await parking.addLot();
  const ended = await park(plate, lotId);
  await parking.end(ended);
  const active = await park(plate, lotId);
  const elsewhere = await park(plate);
  expect(await idsOf({ plate, lot_id: lotId })).toEqual([active.sessionId, ended.sessionId]);
  expect(await idsOf({ plate, status: 'active' })).toEqual([elsewhere.sessionId, active.sessionId]);
  expect(await idsOf({ plate, status: 'completed', lot_id: lotId })).toEqual([ended.sessionId]);
  expect(await idsOf({ plate, status: 'expired' })).toEqual([]);
});

test('at: a stay counts from its start to its end; one under way counts without an end', async () => {
  const plate = parking.newPlate();
  const { sessionId } = await park(plate);
  const start = new Date('2026-11-02T10:00:00Z');
  const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS).toISOString();
  await api.database.sql(
    `update sessions set started_at = $2, created_at = $2, expected_end = $2 where session_id = $1`,
    [sessionId, start],
  );
  expect(await idsOf({ plate, at: at(0) })).toEqual([sessionId]);
  expect(await idsOf({ plate, at: at(-1) })).toEqual([]);
  expect(await idsOf({ plate, at: at(600) })).toEqual([sessionId]);
  await api.database.sql(
    `update sessions set status = 'completed', ended_at = $2, captured_at = $2,
       subtotal_minor = 6, platform_fee_minor = 1 where session_id = $1`,
    [sessionId, new Date(start.getTime() + 60 * MINUTE_MS)],
  );
  expect(await idsOf({ plate, at: at(59) })).toEqual([sessionId]);
  expect(await idsOf({ plate, at: at(60) })).toEqual([]);
  expect(await idsOf({ plate, at: '2026-11-02T11:30:00+01:00' })).toEqual([sessionId]);
});

test('each look-up is audited with the id of the vehicle, never its plate', async () => {
  const plate = parking.newPlate();
  const session = await park(plate);
  const auditor = await api.createKey({ operatorId: key.operatorId, agentPlatform: 'claude' });
  const { headers } = await search({ plate, lot_id: session.lotId }, auditor);
  const [vehicle] = await api.database.sql<{ vehicle_id: string }>(
    'select vehicle_id::text from vehicles where plate = $1',
    [sealed(plate)],
  );
  const rows = await lookUps(auditor);
  expect(rows).toMatchObject([
    {
      entity_id: vehicle?.vehicle_id,
      found_count: '1',
      row: {
        actor_type: 'key',
        agent_platform: 'claude',
        operator_id: key.operatorId,
        livemode: true,
        request_id: headers['x-request-id'],
        diff: { lot_id: session.lotId },
      },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(plate);
});

test('a look-up that finds nothing is audited too', async () => {
  const stranger = await api.createKey();
  const known = parking.newPlate();
  await park(known);
  expect(await idsOf({ plate: known }, stranger)).toEqual([]);
  expect(await idsOf({ plate: 'NEVERSEEN1' }, stranger)).toEqual([]);
  const rows = await lookUps(stranger);
  expect(rows).toMatchObject([{ found_count: '0' }, { entity_id: 'unknown', found_count: '0' }]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`NEVERSEEN1|${known}`));
  const [vehicle] = await api.database.sql('select from vehicles where plate = $1', [
    sealed('NEVERSEEN1'),
  ]);
  expect(vehicle).toBeUndefined();
});

test.each<[string, Query]>([
  ['plate', {}],
  ['plate', { plate: 'A' }],
  ['plate', { plate: '!!!!' }],
  ['plate', { plate: 'ABCDEFGHIJKLMNOP' }],
  ['plate', { plate: 'x'.repeat(21) }],
  ['lot_id', { plate: 'ABC123', lot_id: 'nowhere' }],
  ['status', { plate: 'ABC123', status: 'gone' }],
  ['at', { plate: 'ABC123', at: 'now' }],
  ['limit', { plate: 'ABC123', limit: 101 }],
  ['cursor', { plate: 'ABC123', cursor: 'x' }],
  ['colour', { plate: 'ABC123', colour: 'red' }],
])('400 names %s in %j, and looks nothing up', async (field, query) => {
  const before = (await lookUps()).length;
  const { status, body } = await search(query);
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  expect(body.error.details).toMatchObject([{ field }]);
  expect(await lookUps()).toHaveLength(before);
});

test("a stay that another operator's key began on my lot is found only by both", async () => {
  const plate = parking.newPlate();
  const other = await addCaller(api.database);
  const lotId = await parking.addLot();
  const { sessionId } = await parking.park(lotId, { plate, as: other });
  const creator = await api.createKey({ operatorId: other.operatorId });
  const fleet = await api.createKey({ operatorId: other.operatorId, fleetId: 'north' });
  const sandbox = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
  expect(await idsOf({ plate })).toEqual([sessionId]);
  expect(await idsOf({ plate }, creator)).toEqual([sessionId]);
  for (const as of [fleet, sandbox, await api.createKey()])
    expect(await idsOf({ plate }, as)).toEqual([]);
});

test('a key that may not read sessions gets 403, and no look-up is made', async () => {
  const writer = await api.createKey({ scopes: ['sessions:write'] });
  expect((await search({ plate: 'ABC123' }, writer)).status).toBe(403);
  expect(await lookUps(writer)).toEqual([]);
});

test("the work of a look-up does not depend on stays on other operators' lots", async () => {
  const plate = parking.newPlate();
  await park(plate);
  const asker = await addCaller(api.database);
  const lotId = await parking.addLot({ operator_id: asker.operatorId });
  const own = await parking.park(lotId, { plate, as: asker });
  await api.database.sql(
    `insert into sessions
     select (jsonb_populate_record(sessions, jsonb_build_object(
       'session_id', 'ses_' || lpad(to_hex(number), 32, '0'), 'status', 'completed',
       'ended_at', at, 'captured_at', at, 'subtotal_minor', 0, 'platform_fee_minor', 0,
       'started_at', at, 'expected_end', at, 'created_at', at))).*
     from sessions
     cross join generate_series(1, 3000) as number
     cross join lateral (select now() - number * interval '1 minute' as at)
     where vehicle_id = (select vehicle_id from vehicles where plate = $1)
       and session_id <> $2`,
    [sealed(plate), own.sessionId],
  );
  await api.database.sql('analyze sessions');
  const nodes = await runExplained(api.database, 'sessions_search', {
    livemode: true,
    operatorId: asker.operatorId,
    fleetId: null,
    plate: sealed(plate),
    plainPlate: null,
    statuses: null,
    lotId: null,
    at: null,
    afterUs: null,
    afterId: null,
    rowLimit: 11,
    actorType: 'key',
    actorId: asker.id,
    agentPlatform: null,
    requestId: null,
  });
  const reading = nodes.filter((node) => node['Relation Name'] === 'sessions');
  const met = reading.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
  expect(Math.max(...met)).toBe(1);
});
