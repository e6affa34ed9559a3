import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperators } from '../../../pipelines/stage/parking.ts';
import { addStrongCounts, addStrongStays } from '../../../pipelines/stage/strong-lots.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { asRepeated } from '../../repeated.ts';

const HERE = { lat: 43.6532, lng: -79.3832 };
/** Another market, also of three lots. */
const THERE = { lat: 45.5019, lng: -73.5674 };
/** Two lots: too few to sell. */
const THIN = { lat: 49.2827, lng: -123.1207 };
/** Two lots without a price. */
const UNPRICED = { lat: 51.0447, lng: -114.0719 };

/** Held, it refills no budget between two calls. */
const clock = { heldAt: 0, now: () => clock.heldAt || Date.now() };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi({ clock });
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  for (const livemode of [true, false])
    for (const { lat, lng } of [HERE, HERE, HERE, THERE, THERE, THERE, THIN, THIN])
      await addLot(api.database, {
        operator_id: key.operatorId,
        livemode,
        latitude: lat,
        longitude: lng,
      });
  for (const { lat, lng } of [UNPRICED, UNPRICED])
    await addLot(api.database, {
      ...{ operator_id: key.operatorId, latitude: lat, longitude: lng },
      ...{ rate_minor: null, max_daily_minor: null },
    });
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = (more: Call = {}) =>
  api.request('GET', '/api/v2/intelligence/market-rate', {
    key: key.secret,
    ...more,
    query: { ...HERE, ...more.query },
  });

const underKey = (name: string) => ({ headers: { 'idempotency-key': name } });

async function chargedCents(to = key): Promise<number> {
  const [row] = await api.database.sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where key_id = $1',
    [to.keyId],
  );
  return row?.cents ?? Number.NaN;
}

test('a question of an agent has its audit row', async () => {
  const agent = await api.createKey({ operatorId: key.operatorId, agentPlatform: 'openai' });
  expect((await ask({ key: agent.secret })).status).toBe(200);
  await api.app.agentAudit.close();
  const query = { actor_id: agent.keyId };
  const { body } = await api.request('GET', '/api/v1/audit', { key: key.secret, query });
  expect(body.data).toMatchObject([
    { action: 'agent.read', entity_id: 'getMarketRate', agent_platform: 'openai' },
  ]);
});

test('an answer states its price, how recent its data is and its request, and is charged once', async () => {
  const before = await chargedCents();
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.body.meta).toMatchObject({ endpoint: 'market-rate', cost_cents: 10 });
  expect(answer.body.meta.request_id).toBe(answer.headers['x-request-id']);
  expect(Date.parse(answer.body.meta.as_of)).toBeLessThanOrEqual(Date.now());
  expect(answer.body.data.location).toEqual({ ...HERE, radius_km: 5 });
  expect(await chargedCents()).toBe(before + 10);
});

test('one question under one Idempotency-Key is charged once and answered the same', async () => {
  const before = await chargedCents();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(underKey('once'))));
  const [paid, ...others] = answers.filter(({ headers }) => !headers['idempotent-replayed']);
  expect(others).toEqual([]);
  expect(paid?.body.meta.cost_cents).toBe(10);
  for (const answer of answers)
    if (answer !== paid) expect(answer.body).toEqual(asRepeated(paid?.body));
  expect(await chargedCents()).toBe(before + 10);
});

test.each([
  ['another place', { query: THERE }],
  ['another radius', { query: { radius_km: 6 } }],
])('%s under a used Idempotency-Key is refused, not given away', async (_what, other) => {
  const name = crypto.randomUUID();
  expect((await ask(underKey(name))).status).toBe(200);
  const before = await chargedCents();
  const answer = await ask({ ...underKey(name), ...other });
  expect(answer.status).toBe(409);
  expect(answer.body.error.details.reason).toBe('idempotency_mismatch');
  expect(await chargedCents()).toBe(before);
});

test('the same question written differently is the same question', async () => {
  const before = await chargedCents();
  const query = { lat: '43.65320', lng: '-79.3832', radius_km: '5.0' };
  const answers = [await ask(underKey('words')), await ask({ ...underKey('words'), query })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toEqual(asRepeated(answers[0]?.body));
  expect(await chargedCents()).toBe(before + 10);
});

test('after 24 hours the same Idempotency-Key asks and pays again', async () => {
  const before = await chargedCents();
  expect((await ask(underKey('old'))).status).toBe(200);
  await api.database.sql(
    `update idempotency set created_at = created_at - interval '24 hours'
     where idempotency_key = 'old'`,
  );
  expect((await ask({ ...underKey('old'), query: THERE })).status).toBe(200);
  expect(await chargedCents()).toBe(before + 20);
});

test('two API keys may use the same Idempotency-Key, each for its own question', async () => {
  const other = await api.createKey();
  expect((await ask(underKey('shared'))).status).toBe(200);
  const answer = await ask({ ...underKey('shared'), key: other.secret, query: THERE });
  expect(answer.status).toBe(200);
  expect(await chargedCents(other)).toBe(10);
});

test('an answer that was refused leaves its Idempotency-Key free', async () => {
  const call = underKey('free');
  expect((await ask({ ...call, query: { lat: 0, lng: 0 } })).status).toBe(404);
  expect((await ask(call)).status).toBe(200);
});

test('HEAD is answered without the data and never charged', async () => {
  const before = await chargedCents();
  const path = '/api/v2/intelligence/market-rate';
  const head = await api.request('HEAD', path, {
    key: key.secret,
    query: HERE,
    ...underKey('head'),
  });
  expect(head.status).toBe(200);
  expect(await chargedCents()).toBe(before);
  expect((await ask({ ...underKey('head'), query: THERE })).status).toBe(200);
  expect(await chargedCents()).toBe(before + 10);
});

test('where no lot has a price, the answer says so, and that there are lots', async () => {
  const { status, body } = await ask({ query: UNPRICED });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    market_rate: { avg_hourly_cents: null, currency: 'cad' },
    reason: 'Of 2 lots in CAD here, the price of an hour is known of none.',
    ...{ lot_count: 2, priced_lot_count: 0, sample_size: 0 },
  });
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  const priced = await ask();
  expect(priced.body.data).toMatchObject({ reason: null, lot_count: 3, priced_lot_count: 3 });
});

test('lots that were listed since the last figures are not denied', async () => {
  const fresh = { lat: 50.1, lng: 8.7 };
  await addLot(api.database, {
    operator_id: key.operatorId,
    latitude: fresh.lat,
    longitude: fresh.lng,
  });
  const { as_of } = (await ask()).body.meta;
  for (const [path, more] of [
    ['market-rate', {}],
    ['demand-forecast', { date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }],
    ['history', { metric: 'rate', from: '2026-01-01', to: '2026-01-31' }],
    ['hexes.geojson', { bbox: '8.6,50,8.8,50.2' }],
  ] as const) {
    const place = path === 'hexes.geojson' ? {} : fresh;
    const { status, body } = await api.request('GET', `/api/v2/intelligence/${path}`, {
      key: key.secret,
      query: { ...place, ...more },
    });
    expect(status, path).toBe(404);
    expect(body.error.message, path).toMatch(/^no lots .* by .*listed since then follows/);
    expect(body.error.message, path).toContain(as_of);
  }
});

test('an answer from fewer than 3 voting lots is free', async () => {
  const before = await chargedCents();
  const answers = [await ask({ query: THIN }), await ask({ ...underKey('thin'), query: THIN })];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.data.sample_size).toBe(2);
    expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  }
  expect(await chargedCents()).toBe(before);
  const penniless = await api.createKey({ spendCapCents: 0 });
  expect((await ask({ key: penniless.secret, query: THIN })).status).toBe(200);
});

test.each([
  ['lat', { lat: 90.1 }],
  ['lng', { lng: 'east' }],
  ['radius_km', { radius_km: 0.09 }],
  ['radius_km', { radius_km: 50.1 }],
  ['radius', { radius: 5 }],
])('a bad %s is refused naming it, and costs nothing', async (field, query) => {
  const before = await chargedCents();
  const answer = await ask({ query });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
  expect(await chargedCents()).toBe(before);
});

test('a circle without a lot is 404 and costs nothing', async () => {
  const before = await chargedCents();
  expect((await ask({ query: { lat: 0, lng: 0 } })).status).toBe(404);
  expect(await chargedCents()).toBe(before);
});

test('no key and a key without the scope are 401, a small plan is 403', async () => {
  expect((await ask({ key: undefined })).status).toBe(401);
  const unscoped = await api.createKey({ scopes: ['lots:read'] });
  expect((await ask({ key: unscoped.secret })).status).toBe(401);
  for (const plan of ['free', 'starter'] as const) {
    const small = await api.createKey({ plan });
    const answer = await ask({ key: small.secret });
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toMatch(/Pro or Enterprise/);
  }
});

test('beyond 100 calls a minute the answer is 429 with the seconds to wait', async () => {
  const eager = await api.createKey();
  clock.heldAt = Date.now();
  const answers = await Promise.all(Array.from({ length: 110 }, () => ask({ key: eager.secret })));
  clock.heldAt = 0;
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await chargedCents(eager)).toBe(10 * 100);
});

test('a caller may limit the price, and a monthly cap holds for concurrent callers', async () => {
  const dear = await ask({ query: { max_cost_cents: 9 } });
  expect(dear.status).toBe(403);
  expect(dear.body.error.details.reason).toBe('cost_above_limit');
  const capped = await api.createKey({ spendCapCents: 35 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ key: capped.secret })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
  const refused = answers.find((answer) => answer.status !== 200);
  expect(refused?.status).toBe(403);
  expect(refused?.body.error.details.reason).toBe('spend_cap_reached');
  expect(await chargedCents(capped)).toBe(30);
});

test('a test key sees the test world and the price, and pays nothing', async () => {
  const sandbox = await api.createKey({ mode: 'test' });
  const answer = await ask({ key: sandbox.secret });
  expect(answer.body.data.lot_count).toBe(3);
  expect(answer.body.meta.cost_cents).toBe(10);
  expect(await chargedCents(sandbox)).toBe(0);
});

test('an answer says whether its demand score rests on counts of vehicles, and on how many lots', async () => {
  const counted = { lat: 51.05, lng: -114.07 };
  const parked = { lat: 51.05, lng: -113.67 };
  const mayAsk = async (place: typeof counted, radiusKm: number) => {
    const { body } = await ask({ query: { ...place, radius_km: radiusKm } });
    const { demand_score: score, occupancy_basis: basis, measured_lot_count: lots } = body.data;
    return { score, basis, lots };
  };
  for (const operator_id of await addOperators(api.database, 4)) {
    const lotAt = ({ lat, lng }: typeof counted) =>
      addLot(api.database, { operator_id, latitude: lat, longitude: lng });
    const lotId = await lotAt(counted);
    await addStrongCounts(api.database, Math.random, { lotId, occupied: 5 });
    await addStrongStays(api.database, { lotId: await lotAt(parked) });
  }
  await warehouse.refresh();
  // Nobody has searched, so the occupied share is all that is known.
  expect(await mayAsk(counted, 5)).toEqual({ score: 50, basis: 'measured', lots: 4 });
  // Seven hours on one of ten spaces in 168 hours.
  expect(await mayAsk(parked, 5)).toEqual({ score: 0, basis: 'stays', lots: 0 });
  expect(await mayAsk(counted, 50)).toEqual({ score: 25, basis: 'mixed', lots: 4 });
});

test('of an area with fewer than four operators no occupancy is shown, counted or not', async () => {
  const lots = await api.database.sql<{ lotId: string }>(
    'select lot_id as "lotId" from lots where livemode and latitude = $1',
    [THERE.lat],
  );
  for (const { lotId } of lots)
    await addStrongCounts(api.database, Math.random, { lotId, occupied: 5 });
  await warehouse.refresh();
  const { data } = (await ask({ query: THERE })).body;
  expect(data).toMatchObject({ occupancy_basis: null, measured_lot_count: 0 });
  // What happened on its own lots an operator may know.
  expect(data.own).toMatchObject({ lot_count: 3, occupied_pct: 50 });
});
