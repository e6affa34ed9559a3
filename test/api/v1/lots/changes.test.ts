import { afterAll, beforeAll, expect, test } from 'vitest';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { createLot } from '../../../../src/parking/lots/write/create-lot.ts';
import { deleteLot } from '../../../../src/parking/lots/write/delete-lot.ts';
import { updateLot } from '../../../../src/parking/lots/write/update-lot.ts';
import { geojsonFile, osmFeature } from '../../../src/imports/lots/geojson.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';
import { rowsLookedAt, runExplained } from '../../../stage/statement-plan.ts';
import { startTestApi, type TestApi } from '../../client.ts';
import { byId, openMirror, readDump } from './mirror.ts';
import { openWrites } from './open-writes.ts';

const CHANGES = '/api/v1/lots/changes';
const STEPS = isFull ? 400 : 150;
/** Connections of the test's database that writers may hold at once. */
const OPEN_MAX = 5;
const seed = seedOfRun();
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

let api: TestApi;
let caller: Awaited<ReturnType<typeof addCaller>>;
beforeAll(async () => {
  api = await startTestApi({ clock });
  caller = await addCaller(api.database);
});
afterAll(() => api.stop());

/** A minute later every bucket is full again, and feeds are read again. */
const later = () => {
  clock.ms += 60_000;
};

const ask = (since: string, headers: Record<string, string> = {}) =>
  api.request('GET', CHANGES, { query: { since }, headers });

async function newLot(name: string): Promise<string> {
  const details = { name, lat: 43.65, lng: -79.38, total_spaces: 10, base_rate: 3.5 };
  const context = { requestId: 'req_test', remember: undefined };
  const created = await createLot(api.database.db, caller, details, context);
  return created.lot.lotId;
}

const update = (lotId: string, changes: Parameters<typeof updateLot>[3]) =>
  updateLot(api.database.db, caller, lotId, changes, 'req_test');

async function sinceNow(): Promise<string> {
  later();
  return (await readDump(api)).since;
}

test(`a mirror that only applies changes equals the full dump, in whatever order transactions are committed (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const { db, owner } = api.database;
  const writes = openWrites(db, () => addCaller(api.database), random);
  // One is open from before the dump until the end.
  await writes.open();
  await writes.write();
  const mirror = await openMirror(api);
  for (let step = 0; step < STEPS; step += 1) {
    const draw = random();
    if (draw < 0.15 && writes.openCount() < OPEN_MAX) await writes.open();
    else if (draw < 0.3 && writes.openCount() > 1) await writes.end();
    else if (draw < 0.85) await writes.write();
    else await mirror.readOne();
    if (step % 50 === 0) later();
  }
  // More than one answer holds.
  const many = Array.from({ length: 700 }, (_, i) => osmFeature(10, 50, { ref: `row ${i}` }));
  const { operatorId } = caller;
  await importLots(owner, { operatorId, livemode: true, open: geojsonFile(many) });
  await mirror.readOne();
  while (writes.openCount() > 0) await writes.end();
  later();
  await mirror.readAll();
  const { lots } = await readDump(api);
  expect(lots.length).toBeGreaterThan(700);
  expect(mirror.lots()).toEqual(lots.toSorted(byId));
});

test('a lot that was deleted, unlisted or closed is to be removed; one that comes back is listed', async () => {
  const [deleted, unlisted, closed] = [
    await newLot('deleted'),
    await newLot('unlisted'),
    await newLot('closed'),
  ];
  const since = await sinceNow();
  await deleteLot(api.database.db, caller, deleted, 'req_test');
  await update(unlisted, { is_listed: false });
  await update(closed, { status: 'closed' });
  const gone = await ask(since);
  expect(gone.body.data).toEqual([deleted, unlisted, closed].map((id) => ({ id, feature: null })));
  expect(gone.body.has_more).toBe(false);
  await update(closed, { status: 'active' });
  const back = await ask(gone.body.next);
  expect(back.body.data).toMatchObject([
    { id: closed, feature: { id: closed, properties: { name: 'closed', status: 'active' } } },
  ]);
});

test('a lot that was never on the map is left out', async () => {
  const details = { name: 'draft', lat: 43.65, lng: -79.38, total_spaces: 10, is_listed: false };
  const since = await sinceNow();
  const context = { requestId: 'req_test', remember: undefined };
  const created = await createLot(api.database.db, caller, details, context);
  const { lotId } = created.lot;
  await update(lotId, { name: 'second draft' });
  await update(lotId, { status: 'closed' });
  await deleteLot(api.database.db, caller, lotId, 'req_test');
  expect((await ask(since)).body).toMatchObject({ data: [], has_more: false });
});

test('a lot that was written many times is listed once, as it is now, as the lot itself is shown', async () => {
  const lotId = await newLot('first');
  const since = await sinceNow();
  await update(lotId, { name: 'second' });
  await update(lotId, { name: 'third', data_license: 'CC0-1.0' });
  const { data } = (await ask(since)).body;
  const { id, lat, lng, ...shown } = (await api.request('GET', `/api/v1/lots/${lotId}`)).body.lot;
  expect(data).toEqual([
    {
      id: lotId,
      feature: {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: shown,
      },
    },
  ]);
});

test('the changes of the test world are told to its keys only', async () => {
  const key = await api.createKey({ mode: 'test' });
  const since = await sinceNow();
  const { operatorId } = caller;
  const open = geojsonFile([osmFeature(10, 50, { ref: 'in the test world' })]);
  await importLots(api.database.owner, { operatorId, livemode: false, open });
  expect((await ask(since)).body.data).toEqual([]);
  const test = await api.request('GET', CHANGES, { query: { since }, key: key.secret });
  expect(test.body.data).toHaveLength(1);
});

test('an answer is cached like a feed, with a tag of its own', async () => {
  const since = await sinceNow();
  const { headers } = await ask(since);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding, Authorization',
    'access-control-allow-origin': '*',
  });
  expect((await ask(since, { 'if-none-match': String(headers.etag) })).status).toBe(304);
});

test.each(['', 'x', 'MTIzNDU2Nzg5MGFiY2RlZiAx', '1:1:'])(
  'since "%s" is refused naming since',
  async (since) => {
    const { status, body } = await ask(since);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'since' }]);
  },
);

test('a watermark of another run of the database server is 409, and the dump has a new one', async () => {
  const since = await sinceNow();
  const [, ...position] = Buffer.from(since, 'base64url').toString().split(' ');
  const other = Buffer.from(['0123456789abcdef', ...position].join(' ')).toString('base64url');
  const { status, body } = await ask(other);
  expect(status).toBe(409);
  expect(body.error.details).toEqual({ reason: 'other_run' });
  expect(body.error.message).toContain('take the full dump again');
});

test('only audit rows of lots are read, however many stays were written since', async () => {
  await api.database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', true, 'occupancy.imported', 'x',
       '{"after": {"count_count": 1}}' from generate_series(1, 20000)`,
  );
  await api.database.sql('vacuum analyze audit_log');
  const [row] = await api.database.sql<{ now: string }>(
    'select pg_current_snapshot()::text as now',
  );
  const lotId = await newLot('one');
  const steps = await runExplained(api.database, 'lots_read_changes', {
    livemode: true,
    seen: row?.now,
    until: null,
    lastTx: null,
    lastId: null,
    rowLimit: 501,
  });
  // A transaction that is open elsewhere makes the snapshot begin earlier, so earlier rows are met.
  const [ofLots] = await api.database.sql<{ count: number }>(
    "select count(*)::integer as count from audit_log where action like 'lot.%'",
  );
  expect(rowsLookedAt(steps, 'audit_log')).toBeLessThanOrEqual(ofLots?.count ?? 0);
  await deleteLot(api.database.db, caller, lotId, 'req_test');
});
