import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeUsageMonths } from '../../../../src/money/usage/close-usage-months.ts';
import { addCharge, createdAt, monthFromNow } from '../../../src/money/usage/ledger.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const get = (key: TestKey, month: string) =>
  api.request('GET', `/api/v2/usage/${month}`, { key: key.secret });

/** A key of an operator since May 2025, with charges in March 2026 and beside it. */
async function newBuyer(more: NewTestKey = {}): Promise<TestKey> {
  const key = await api.createKey(more);
  await createdAt(api.database, key.operatorId, '2025-05-31T23:59:59Z');
  for (const at of ['2026-03-01T00:00:00Z', '2026-03-15T00:00:00Z', '2026-03-31T23:59:59.999Z'])
    await addCharge(api.database, key, { at });
  await addCharge(api.database, key, { at: '2026-03-15T00:00:00Z', cents: 5 });
  await addCharge(api.database, key, {
    at: '2026-03-20T00:00:00Z',
    cents: 100,
    endpoint: 'agents',
  });
  await addCharge(api.database, key, { at: '2026-02-28T23:59:59.999Z', cents: 7 });
  await addCharge(api.database, key, { at: '2026-04-01T00:00:00Z', cents: 7 });
  return key;
}

test('a month has a line for each endpoint and price; its lines add up to the total', async () => {
  const key = await newBuyer();
  const { status, body } = await get(key, '2026-03');
  expect(status).toBe(200);
  const line = (endpoint: string, unit_price_cents: number, quantity: number) => ({
    endpoint: `/api/v2/intelligence/${endpoint}`,
    unit_price_cents,
    quantity,
    amount_cents: unit_price_cents * quantity,
  });
  expect(body.data).toEqual({
    month: '2026-03',
    operator: { id: key.operatorId, name: 'Test' },
    period: { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
    currency: 'usd',
    livemode: true,
    status: 'open',
    closed_at: null,
    lines: [line('agents', 100, 1), line('market-rate', 10, 3), line('market-rate', 5, 1)],
    query_count: 5,
    total_cents: 135,
  });
  expect(body.meta).toMatchObject({ endpoint: 'usage', cost_cents: 0 });
});

test('it equals the usage of the same days, before and after it is closed, and then stays', async () => {
  const key = await newBuyer();
  const query = { from: '2026-03-01', to: '2026-03-31' };
  const usage = await api.request('GET', '/api/v2/usage', { key: key.secret, query });
  const open = (await get(key, '2026-03')).body.data;
  await closeUsageMonths(api.database.pipelines);
  const closed = (await get(key, '2026-03')).body.data;
  expect(closed).toEqual({ ...open, status: 'closed', closed_at: expect.any(String) });
  expect(Date.parse(closed.closed_at)).toBeGreaterThan(Date.parse(closed.period.to));
  for (const { total_cents, query_count } of [open, closed])
    expect({ total_cents, query_count }).toEqual({
      total_cents: usage.body.data.total_cents,
      query_count: usage.body.data.query_count,
    });
  await api.database.sql("update operators set name = 'New' where operator_id = $1", [
    key.operatorId,
  ]);
  expect((await get(key, '2026-03')).body.data).toEqual(closed);
});

test('a month without a charge has no line and the total 0', async () => {
  const key = await newBuyer();
  for (const month of ['2025-05', '2026-01', monthFromNow(0)])
    expect((await get(key, month)).body.data).toMatchObject({ lines: [], total_cents: 0 });
});

test('other operators and the test world have their own month; a fleet key sees its operator', async () => {
  const { operatorId } = await newBuyer();
  const total = async (key: TestKey) => (await get(key, '2026-03')).body.data.total_cents;
  expect(await total(await api.createKey({ operatorId, mode: 'test' }))).toBe(0);
  expect(await total(await api.createKey({ operatorId, fleetId: 'north' }))).toBe(135);
  expect(await total(await api.createKey({ operatorId, plan: 'free' }))).toBe(135);
  const other = await api.createKey();
  await createdAt(api.database, other.operatorId, '2026-01-01T00:00:00Z');
  expect(await total(other)).toBe(0);
  const unscoped = await api.createKey({ operatorId, scopes: ['payouts:read'] });
  expect((await get(unscoped, '2026-03')).status).toBe(401);
});

test('a month in the future is 400, and one that was over before the operator existed 404', async () => {
  const key = await newBuyer();
  for (const month of [monthFromNow(1), '2199-12']) {
    const { status, body } = await get(key, month);
    expect(status).toBe(400);
    expect(body.error.message).toBe(
      `month: begins in the future; this month is ${monthFromNow(0)}`,
    );
  }
  for (const month of ['2025-04', '1970-01']) {
    const { status, body } = await get(key, month);
    expect([status, body.error.message]).toEqual([404, 'there is no usage before 2025-05']);
  }
});

test.each(['2026-13', '2026-00', '2026-3', '202603', '1969-12', '2200-01', 'now', '2026-03-01'])(
  'what is no month is 400: %s',
  async (month) => {
    const { status, body } = await get(await api.createKey(), month);
    expect(status).toBe(400);
    expect(body.error.message).toBe('month: must be a month such as 2026-11');
  },
);
