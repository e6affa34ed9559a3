import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../warehouse.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const HERE = { lat: 43.6532, lng: -79.3832 };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  for (const livemode of [true, false])
    await addLot(api.database, { operator_id: key.operatorId, livemode });
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

async function chargedCents(to = key): Promise<number> {
  const [row] = await api.database.sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where key_id = $1',
    [to.keyId],
  );
  return row?.cents ?? Number.NaN;
}

test('an answer names its price, its newest data and its request, and is charged once', async () => {
  const before = await chargedCents();
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.body.meta).toMatchObject({ endpoint: 'market-rate', cost_cents: 10 });
  expect(answer.body.meta.request_id).toBe(answer.headers['x-request-id']);
  expect(Date.parse(answer.body.meta.as_of)).toBeLessThanOrEqual(Date.now());
  expect(answer.body.data.location).toEqual({ ...HERE, radius_km: 5 });
  expect(await chargedCents()).toBe(before + 10);
});

test('answers under one Idempotency-Key are charged once', async () => {
  const before = await chargedCents();
  const headers = { 'idempotency-key': 'query-1' };
  await Promise.all(Array.from({ length: 5 }, () => ask({ headers })));
  expect(await chargedCents()).toBe(before + 10);
});

test.each([
  ['lat', { lat: 90.1 }],
  ['lng', { lng: 'east' }],
  ['radius_km', { radius_km: 0.09 }],
  ['radius_km', { radius_km: 50.1 }],
  ['radius', { radius: 5 }],
])('a bad %s is refused by name and costs nothing', async (field, query) => {
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

test('a budget of 100 a minute ends in 429 with the seconds to wait', async () => {
  const eager = await api.createKey();
  const answers = await Promise.all(Array.from({ length: 110 }, () => ask({ key: eager.secret })));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(8);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await chargedCents(eager)).toBe(10 * (110 - refused.length));
});

test('a caller may refuse to pay more, and a monthly cap holds among many callers', async () => {
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

test('a test key sees the test world, is told the price, and pays nothing', async () => {
  const sandbox = await api.createKey({ mode: 'test' });
  const answer = await ask({ key: sandbox.secret });
  expect(answer.body.data.lot_count).toBe(1);
  expect(answer.body.meta.cost_cents).toBe(10);
  expect(await chargedCents(sandbox)).toBe(0);
});
