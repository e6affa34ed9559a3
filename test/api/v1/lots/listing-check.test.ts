import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkAllOperators } from '../../../../src/access/operators/check-all-operators.ts';
import { checkOperator } from '../../../../src/access/operators/check-operator.ts';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { applyCheck } from '../../../../src/parking/lots/write/apply-check.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PLACE = { lat: 43.65, lng: -79.38 };
const ROW = { name: 'Lot', ...PLACE, total_spaces: 5, base_rate: 2, is_osm_export_allowed: true };
/** Every endpoint that shows lots to everybody. */
const ENDPOINTS = [
  '/api/v1/lots/search?lat=43.65&lng=-79.38&radius_km=1',
  '/api/v1/lots.geojson',
  '/api/v1/lots.ndjson.gz',
  '/api/v1/lots.osm',
  '/feeds/parkapi/v3/parking-sites',
  '/feeds/apds/v4/places',
];

let api: TestApi;
let key: TestKey;
let stranger: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  stranger = await api.createKey();
});
afterAll(() => api.stop());
beforeEach(async () => {
  const request = { name: 'New', plan: 'free', listingCheck: 'hand', actorId: 'test' } as const;
  const { id: operatorId } = await createOperator(api.database.owner, request);
  key = await api.createKey({ operatorId });
});

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  api.request(method, path, { key: key.secret, body, headers });

async function create(more: object = {}, headers = {}) {
  const { status, body } = await call('POST', '/api/v1/lots', { ...ROW, ...more }, headers);
  expect(status).toBe(201);
  return body.lot;
}

/** What the owner of the server says, followed by what the job does. */
async function check(isChecked: boolean) {
  const request = { operatorId: key.operatorId, isChecked, actorId: 'test' };
  const operator = await checkOperator(api.database.owner, request);
  await applyCheck(api.database.pipelines, {});
  return operator;
}

const isPublic = async (id: string) =>
  (await api.request('GET', `/api/v1/lots/${id}`, { key: stranger.secret })).status === 200;

async function searched(): Promise<string[]> {
  const { body } = await api.request('GET', ENDPOINTS[0] ?? '');
  return body.lots.map((lot: { id: string }) => lot.id);
}

const listing = async (id: string) => {
  const { is_listed, is_waiting_for_check } = (await call('GET', `/api/v1/lots/${id}`)).body.lot;
  return { is_listed, is_waiting_for_check };
};
const LISTED = { is_listed: true, is_waiting_for_check: false };
const UNLISTED = { is_listed: false, is_waiting_for_check: false };
const WAITING = { is_listed: false, is_waiting_for_check: true };

test('lots of an operator that is not checked wait, and its check brings them into the public', async () => {
  const lot = await create();
  expect(lot).toMatchObject(WAITING);
  expect(await listing(lot.id)).toEqual(WAITING);
  for (const endpoint of ENDPOINTS) {
    const { status, text } = await api.request('GET', endpoint);
    expect(status, endpoint).toBe(200);
    expect(text, endpoint).not.toContain(lot.id);
  }
  expect(await isPublic(lot.id)).toBe(false);
  const stay = { lot_id: lot.id, plate: 'ABC123', duration_hours: 1 };
  const parked = await api.request('POST', '/api/v1/sessions', {
    key: stranger.secret,
    body: stay,
  });
  expect(parked.status).toBe(404);

  expect(await check(true)).toMatchObject({ checkedBy: 'hand', checkedAt: expect.any(Date) });
  expect(await listing(lot.id)).toEqual(LISTED);
  expect(await searched()).toContain(lot.id);
  const [event] = await api.database.sql<{ data: object }>(
    `select data from events where entity_id = $1 order by event_id desc limit 1`,
    [lot.id],
  );
  expect(event?.data).toMatchObject({ changed: ['is_listed'], after: { is_listed: true } });
  expect((await create()).is_listed).toBe(true);
});

test('no endpoint of writing lets a lot pass: batch, change, and other keys of the operator', async () => {
  const listed = await create({ is_listed: false, ref: 'a' });
  expect(listed).toMatchObject(UNLISTED);
  const changed = await call('PATCH', `/api/v1/lots/${listed.id}`, { is_listed: true });
  expect(changed.body.lot).toMatchObject(WAITING);
  const batch = await call('POST', '/api/v1/lots/batch', [
    { ...ROW, ref: 'a', is_listed: true },
    { ...ROW, ref: 'b' },
  ]);
  expect(batch.body.results).toMatchObject([
    { status: 'unchanged', is_waiting_for_check: true },
    { status: 'created', is_waiting_for_check: true },
  ]);
  for (let i = 0; i < 10; i += 1) {
    key = await api.createKey({ operatorId: key.operatorId });
    expect(await create()).toMatchObject(WAITING);
  }
  const own = await call('GET', '/api/v1/lots?is_listed=true');
  expect(own.status).toBe(200);
  expect(own.text).not.toContain('"id"');
  const back = await call('PATCH', `/api/v1/lots/${listed.id}`, { is_listed: false });
  expect(back.body.lot).toMatchObject(UNLISTED);
  await check(true);
  expect(await listing(listed.id)).toEqual(UNLISTED);
});

test('a repeat of the call that made a waiting lot says the same', async () => {
  const once = { 'Idempotency-Key': 'once' };
  const lot = await create({}, once);
  expect(await create({}, once)).toEqual(lot);
});

test('lots of the test world need no check', async () => {
  key = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
  expect(await create()).toMatchObject(LISTED);
});

test('a check that is taken back takes all lots out of the public, whatever the setting is then', async () => {
  await check(true);
  const { id } = await create();
  expect(await isPublic(id)).toBe(true);
  await check(false);
  expect(await listing(id)).toEqual(WAITING);
  expect(await isPublic(id)).toBe(false);
  expect(await searched()).not.toContain(id);
  await checkAllOperators(api.database.pipelines);
  await applyCheck(api.database.pipelines, {});
  expect(await isPublic(id)).toBe(false);
  await check(true);
  expect(await isPublic(id)).toBe(true);
});

test('where no check is asked for any more, lots that waited are listed', async () => {
  const { id } = await create();
  await checkAllOperators(api.database.pipelines);
  await applyCheck(api.database.pipelines, {});
  expect(await listing(id)).toEqual(LISTED);
});

test('a lot that is written while its operator is checked, or refused, follows', async () => {
  const { id } = await create();
  await api.database.owner.transaction(async (connection) => {
    await connection.query('lot_lock', {
      lotId: id,
      operatorId: key.operatorId,
      livemode: true,
    });
    await check(true);
    expect(await listing(id)).toEqual(WAITING);
  });
  await applyCheck(api.database.pipelines, {});
  expect(await listing(id)).toEqual(LISTED);
  // As a statement leaves it that saw the operator before it was refused.
  await check(false);
  await api.database.sql('update lots set is_listed = true, is_waiting = false where lot_id = $1', [
    id,
  ]);
  await applyCheck(api.database.pipelines, {});
  expect(await listing(id)).toEqual(WAITING);
});

test('thousands of lots follow in one call, each with its audit row', async () => {
  const { id } = await create();
  await api.database.sql(
    `insert into lots (
       lot_id, operator_id, livemode, name, slug, latitude, longitude, cell, timezone, rate_unit,
       currency, lot_type, is_listed, is_waiting)
     select gen_random_uuid(), operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, rate_unit, currency, lot_type, is_listed, is_waiting
     from lots cross join generate_series(1, 1200) where lot_id = $1`,
    [id],
  );
  await check(true);
  const [row] = await api.database.sql<{ listed: number; audited: number }>(
    `select
       (select count(*)::integer from lots where operator_id = $1 and is_listed) as listed,
       (select count(*)::integer from audit_log
        where operator_id = $1 and actor_id = 'apply-check' and action = 'lot.updated') as audited`,
    [key.operatorId],
  );
  expect(row).toEqual({ listed: 1201, audited: 1201 });
});
