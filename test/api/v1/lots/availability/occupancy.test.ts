import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../../stage/fixtures.ts';
import { untilHolds } from '../../../../stage/until-holds.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

const MINUTE_MS = 60_000;

let api: TestApi;
let key: TestKey;
let lastLatitude = 10;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { write: 100_000, read: 100_000 } });
});
afterAll(() => api.stop());

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
type Any = any;

/** A lot of ten spaces, far from all others. */
async function newLot(more: object = {}) {
  lastLatitude += 1;
  const place = { latitude: lastLatitude, longitude: 10 };
  const lotId = await addLot(api.database, { operator_id: key.operatorId, ...place, ...more });
  return { lotId, lat: lastLatitude, lng: 10 };
}

const report = (lotId: string, body: object, headers = {}) =>
  api.request('POST', `/api/v1/lots/${lotId}/occupancy`, { key: key.secret, body, headers });

async function availability({ lat, lng }: { lat: number; lng: number }): Promise<Any> {
  const { body } = await api.request('GET', '/api/v1/lots/search', { query: { lat, lng } });
  return body.lots[0].availability;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

const audits = (lotId: string): Promise<Any[]> =>
  api.database.sql(
    `select actor_id, diff from audit_log
     where entity_id = $1 and action = 'occupancy.reported' order by audit_id`,
    [lotId],
  );

/** The counts of a lot as they are stored for market figures, in the order in which they came. */
async function counted(lotId: string): Promise<[at: string, occupied: number][]> {
  const counts = await api.database.sql<{ at: Date; occupied: number }>(
    `select at, occupied from occupancy_counts
     where lot_id = $1 and livemode and source = 'report' order by count_id`,
    [lotId],
  );
  return counts.map(({ at, occupied }) => [at.toISOString(), occupied]);
}

test('a count shows in searches at once, and is audited', async () => {
  const lot = await newLot();
  const { status, body } = await report(lot.lotId, { occupied: 7 });
  expect(status).toBe(200);
  expect(body.occupancy).toEqual({ lot_id: lot.lotId, occupied: 7, at: expect.any(String) });
  expect(await availability(lot)).toMatchObject({
    total_spaces: 10,
    available_spaces: 3,
    occupancy_pct: 70,
    source: 'reported',
  });
  await report(lot.lotId, { occupied: 10 });
  expect(await availability(lot)).toMatchObject({ available_spaces: 0, status: 'full' });
  const [first, second] = await audits(lot.lotId);
  expect(first).toMatchObject({ actor_id: key.keyId, diff: { before: { occupied: null } } });
  expect(second.diff).toMatchObject({ before: { occupied: 7 }, after: { occupied: 10 } });
});

test('a count older than a quarter of an hour is stored but not shown', async () => {
  const lot = await newLot();
  expect((await report(lot.lotId, { occupied: 9, at: minutesAgo(16) })).status).toBe(200);
  expect(await availability(lot)).toMatchObject({ available_spaces: 10, source: 'sessions' });
  expect(await audits(lot.lotId)).toHaveLength(1);
});

test('a count older than the latest is 409; one of the same instant corrects it', async () => {
  const lot = await newLot();
  const at = minutesAgo(5);
  await report(lot.lotId, { occupied: 4, at });
  const older = await report(lot.lotId, { occupied: 1, at: minutesAgo(6) });
  expect([older.status, older.body.error.details]).toEqual([409, { reason: 'older_report' }]);
  expect((await report(lot.lotId, { occupied: 5, at })).status).toBe(200);
  expect(await availability(lot)).toMatchObject({ available_spaces: 5 });
});

test('each count is stored as measured, also one that is older than the latest', async () => {
  const { lotId } = await newLot();
  const [late, latest] = [minutesAgo(60), minutesAgo(5)];
  await report(lotId, { occupied: 4, at: latest });
  expect((await report(lotId, { occupied: 1, at: late })).status).toBe(409);
  await report(lotId, { occupied: 5, at: latest });
  expect(await counted(lotId)).toEqual([
    [latest, 4],
    [late, 1],
    [latest, 5],
  ]);
  const told = await api.database.sql(
    `select actor_id, diff -> 'after' ->> 'occupied' as occupied from audit_log
     where entity_id = $1 and action = 'occupancy.reported_late'`,
    [lotId],
  );
  expect(told).toEqual([{ actor_id: key.keyId, occupied: '1' }]);
});

/** Makes all calls wait for the lot's row, so that each began before any other has ended. */
async function atOnce(lotId: string, calls: () => Promise<unknown>[]): Promise<void> {
  let made: Promise<unknown>[] = [];
  await api.database.owner.transaction(async (connection) => {
    const { operatorId } = key;
    await connection.query('lot_lock', { lotId, operatorId, livemode: true });
    made = calls();
    await untilHolds(async () => {
      const waiting = await api.database.sql(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(made.length);
    });
  });
  await Promise.all(made);
}

test('the same count again is not stored again, from however many callers at a time', async () => {
  const { lotId } = await newLot();
  const [late, latest] = [minutesAgo(60), minutesAgo(5)];
  for (const at of [latest, late])
    await atOnce(lotId, () => Array.from({ length: 4 }, () => report(lotId, { occupied: 3, at })));
  expect(await counted(lotId)).toEqual([
    [latest, 3],
    [late, 3],
  ]);
  for (const occupied of [4, 3, 3]) await report(lotId, { occupied, at: late });
  expect((await counted(lotId)).slice(2)).toEqual([
    [late, 4],
    [late, 3],
  ]);
});

test('of counts that arrive in any order the latest one stays', async () => {
  const lot = await newLot();
  const minutes = [5, 1, 9, 3, 7, 2, 8, 4, 6, 10];
  await Promise.all(
    minutes.map((minute) => report(lot.lotId, { occupied: minute, at: minutesAgo(minute) })),
  );
  expect(await availability(lot)).toMatchObject({ available_spaces: 9 });
});

test('a count from a clock that is a little ahead counts as of now', async () => {
  const lot = await newLot();
  const ahead = await report(lot.lotId, { occupied: 1, at: minutesAgo(-0.4) });
  expect(ahead.status).toBe(200);
  expect(Date.parse(ahead.body.occupancy.at)).toBeLessThanOrEqual(Date.now());
  expect((await report(lot.lotId, { occupied: 2 })).status).toBe(200);
});

test.each<[string, object]>([
  ['occupied', {}],
  ['occupied', { occupied: -1 }],
  ['occupied', { occupied: 1.5 }],
  ['occupied', { occupied: '3' }],
  ['occupied', { occupied: 11 }],
  ['at', { occupied: 1, at: 'yesterday' }],
  ['at', { occupied: 1, at: minutesAgo(-1) }],
  ['free', { free: 3, occupied: 1 }],
])('a report with a bad %s is refused naming it, and nothing is written', async (field, body) => {
  const lot = await newLot();
  const answer = await report(lot.lotId, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.map((one: Any) => one.field)).toEqual([field]);
  expect(await audits(lot.lotId)).toEqual([]);
  expect(await counted(lot.lotId)).toEqual([]);
});

test('a lot can shrink below its counted vehicles', async () => {
  const lot = await newLot();
  await report(lot.lotId, { occupied: 9 });
  const path = `/api/v1/lots/${lot.lotId}`;
  const shrunk = await api.request('PATCH', path, { key: key.secret, body: { total_spaces: 6 } });
  expect(shrunk.status).toBe(200);
  expect(await availability(lot)).toMatchObject({ total_spaces: 6, available_spaces: 0 });
});

test('a repeated report counts once and gets the first answer', async () => {
  const lot = await newLot();
  const headers = { 'idempotency-key': 'count' };
  const first = await report(lot.lotId, { occupied: 3 }, headers);
  await report(lot.lotId, { occupied: 5 });
  const second = await report(lot.lotId, { occupied: 3 }, headers);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(await availability(lot)).toMatchObject({ available_spaces: 5 });
  expect((await counted(lot.lotId)).map(([, occupied]) => occupied)).toEqual([3, 5]);
  const elsewhere = await report((await newLot()).lotId, { occupied: 3 }, headers);
  expect(elsewhere.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
});

test('an unlisted lot can be reported by its operator', async () => {
  const lot = await newLot({ is_listed: false });
  expect((await report(lot.lotId, { occupied: 3 })).status).toBe(200);
});
