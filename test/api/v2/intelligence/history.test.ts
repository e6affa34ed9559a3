import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperators, DAY_MS } from '../../../pipelines/stage/parking.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../../client.ts';

/** Four operators with two lots each. */
const TORONTO = { lat: 43.6532, lng: -79.3832, country: 'CA' };
/** Three operators, as busy: too few to be told of. */
const PARIS = { lat: 48.8566, lng: 2.3522, country: 'FR' };
const DAYS = 70;
const PER_LOT = 5;
const TODAY = Math.floor(Date.now() / DAY_MS);

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

const dateOf = (daysAgo: number) => new Date((TODAY - daysAgo) * DAY_MS).toISOString().slice(0, 10);

/** Imports stays of two hours from noon on (UTC), the same on each lot and day until yesterday. */
async function addStays(lotIds: readonly string[]): Promise<void> {
  await api.database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', true, 'session.imported', 'ses_' || gen_random_uuid(),
       jsonb_build_object('after', jsonb_build_object(
         'status', 'completed', 'source', 'import', 'lot_id', lot_id,
         'vehicle_id', 1000 * number + day * $3 + stay,
         'started_at', noon, 'ended_at', noon + interval '2 hours',
         'subtotal_minor', 600, 'currency', 'cad'))
     from unnest($1::uuid[]) with ordinality as lots (lot_id, number),
       generate_series(1, $2) as day, generate_series(1, $3) as stay,
       lateral (select date_trunc('day', now(), 'UTC') - day * interval '1 day'
         + interval '12 hours' as noon) as noons`,
    [lotIds, DAYS, PER_LOT],
  );
}

async function addPlace({ lat, lng, country }: typeof TORONTO, operators: number): Promise<void> {
  const ids = await addOperators(api.database, operators);
  const lotIds: string[] = [];
  for (const operator_id of [...ids, ...ids]) {
    const place = { latitude: lat, longitude: lng, country };
    lotIds.push(await addLot(api.database, { operator_id, ...place, total_spaces: 10 }));
  }
  await addStays(lotIds);
}

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  await addPlace(TORONTO, 4);
  await addPlace(PARIS, 3);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const WEEK = { metric: 'occupancy', from: dateOf(7), to: dateOf(1) };

const ask = (query: NonNullable<Call['query']> = {}, more: Call = {}) =>
  api.request('GET', '/api/v2/intelligence/history', {
    key: key.secret,
    ...more,
    query: {
      ...('city' in query ? {} : { lat: TORONTO.lat, lng: TORONTO.lng }),
      ...WEEK,
      ...query,
    },
  });

async function chargedCents(): Promise<number> {
  const [row] = await api.database.sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where key_id = $1',
    [key.keyId],
  );
  return row?.cents ?? Number.NaN;
}

const valuesIn = (answer: { body: { data: { steps: { value: number | null }[] } } }) =>
  answer.body.data.steps.map(({ value }) => value);

test('the past of a circle is shown step by step, and charged once', async () => {
  const before = await chargedCents();
  const answer = await ask();
  expect(answer.status).toBe(200);
  // Five stays of two hours on ten spaces.
  expect(valuesIn(answer)).toEqual(Array(7).fill(4));
  expect(answer.body.data).toMatchObject({ unit: 'percent', currency: null, lot_count: 8 });
  expect(answer.body.data.steps[0]).toEqual({
    from: dateOf(7),
    to: dateOf(7),
    value: 4,
    known_pct: 100,
    basis: null,
    is_pooled: false,
    reason: null,
    side: null,
  });
  expect(answer.body.meta).toMatchObject({
    endpoint: 'history',
    cost_cents: 50,
    confidence: 'high',
  });
  expect(await chargedCents()).toBe(before + 50);
});

test('a city is its lots', async () => {
  const answer = await ask({ city: 'Toronto', metric: 'stays' });
  expect(answer.status).toBe(200);
  expect(valuesIn(answer)).toEqual(Array(7).fill(40));
  expect((await ask({ city: 'Atlantis' })).status).toBe(404);
});

test('a day that is not over is null, with a reason', async () => {
  const { body } = await ask({ to: dateOf(0) });
  expect(body.data.steps.at(-1)).toMatchObject({
    value: null,
    known_pct: null,
    reason: 'not_over',
  });
});

test('a step with too few disclosed days is null, not a part', async () => {
  const answer = await ask({ from: dateOf(400), to: dateOf(1), step: 'month', metric: 'stays' });
  const { steps } = answer.body.data;
  expect(steps[0]).toMatchObject({ from: dateOf(400), value: null, reason: 'not_told' });
  expect(steps.at(-1).value).toBeGreaterThan(0);
  expect(answer.body.meta.confidence).toBe('medium');
});

test('the same steps come as CSV, by format or by Accept', async () => {
  const { body } = await ask();
  const answers = [
    await ask({ format: 'csv' }),
    await ask({}, { headers: { accept: 'text/csv' } }),
  ];
  for (const { status, headers, text } of answers) {
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [names, ...lines] = text.trimEnd().split('\r\n');
    expect(names).toBe('from,to,value,known_pct,basis,is_pooled,reason,side');
    expect(lines).toEqual(
      body.data.steps.map(
        (step: { from: string; value: number }) =>
          `${step.from},${step.from},${step.value},100,,false,,`,
      ),
    );
  }
  const json = await ask({ format: 'json' }, { headers: { accept: 'text/csv' } });
  expect(json.headers['content-type']).toMatch(/^application\/json/);
});

test('a repeat with the same Idempotency-Key is free, and comes in the form that it asks for', async () => {
  const before = await chargedCents();
  const headers = { 'idempotency-key': 'twice' };
  const first = await ask({}, { headers: { ...headers, accept: 'text/csv' } });
  const again = await ask({}, { headers: { ...headers, accept: 'text/csv' } });
  const asJson = await ask({}, { headers });
  expect(again.text).toBe(first.text);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(valuesIn(asJson)).toEqual(Array(7).fill(4));
  expect(await chargedCents()).toBe(before + 50);
});

test('compare_from gives the mean before and from it on, their difference, and what each rests on', async () => {
  const { body } = await ask({ from: dateOf(10), to: dateOf(0), compare_from: dateOf(3) });
  expect(body.data.comparison).toEqual({
    compare_from: dateOf(3),
    before: { mean: 4, step_count: 7 },
    after: { mean: 4, step_count: 3 },
    difference: 0,
  });
  expect(body.data.steps.map(({ side }: { side: string }) => side)).toEqual([
    ...Array(7).fill('before'),
    ...Array(4).fill('after'),
  ]);
});

test('an answer without any figure says so, and is free', async () => {
  const before = await chargedCents();
  const { body } = await ask({ lat: PARIS.lat, lng: PARIS.lng, compare_from: dateOf(3) });
  expect(body.data.steps).toHaveLength(7);
  for (const step of body.data.steps)
    expect(step).toMatchObject({ value: null, known_pct: null, reason: 'not_told' });
  expect(body.data.comparison.before).toEqual({ mean: null, step_count: 0 });
  expect(body.data.comparison.difference).toBeNull();
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(await chargedCents()).toBe(before);
  expect((await ask({ lat: 0, lng: 0 })).status).toBe(404);
});

test('nothing is known of what was posted before there was a lot', async () => {
  const { body } = await ask({ metric: 'rate' });
  expect(body.data.currency).toBe('cad');
  expect(body.data.steps[0]).toMatchObject({ value: null, basis: null, reason: 'not_told' });
  expect(body.meta.cost_cents).toBe(0);
});

test('a dry run is free, and an answer may cost no more than max_cost_cents', async () => {
  const before = await chargedCents();
  const dry = await ask({ dry_run: true, format: 'csv' });
  expect(dry.body.data).toMatchObject({ would_cost_cents: 50, is_sufficient: true });
  expect((await ask({ max_cost_cents: 49 })).status).toBe(403);
  expect(await chargedCents()).toBe(before);
});

test('the plan must be Pro or Enterprise', async () => {
  const free = await api.createKey({ plan: 'free' });
  expect((await ask({}, { key: free.secret })).status).toBe(403);
});

test.each([
  ['from', { from: dateOf(1), to: dateOf(2) }],
  ['from', { from: dateOf(3_662), to: dateOf(1) }],
  ['from', { from: 'yesterday' }],
  ['to', { to: dateOf(-1) }],
  ['compare_from', { compare_from: dateOf(7) }],
  ['compare_from', { compare_from: dateOf(0) }],
  ['metric', { metric: 'revenue' }],
  ['step', { step: 'year' }],
  ['format', { format: 'xml' }],
  ['state', { state: 'ON' }],
  ['radius_km', { radius_km: 51 }],
])('a wrong %s is refused by its name (%j)', async (field, query) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(JSON.stringify(body.error.details)).toContain(`"${field}"`);
});

test.each([
  ['city', {}],
  ['lat', { lng: 1 }],
  ['lng', { lat: 1 }],
  ['lat', { city: 'Toronto', lat: 1 }],
  ['radius_km', { city: 'Toronto', radius_km: 1 }],
])('a place is a city or a point: %s is named (%j)', async (field, query) => {
  const { status, body } = await api.request('GET', '/api/v2/intelligence/history', {
    key: key.secret,
    query: { ...WEEK, ...query },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body.error.details)).toContain(`"${field}"`);
});
