import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { addRefunds, addStays, stayOf } from '../../../src/money/payouts/ledger.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/payouts';

let api: TestApi;
let parking: Parking;

beforeAll(async () => {
  api = await startTestApi();
  parking = await openParking(api.database);
});
afterAll(() => api.stop());

const get = (key: TestKey, path = '', query = {}) =>
  api.request('GET', `${PATH}${path}`, { key: key.secret, query });

async function newOperator() {
  const caller = await addCaller(api.database);
  const lotId = await parking.addLot({ operator_id: caller.operatorId, name: 'North' });
  const newKey = (more: NewTestKey = {}) =>
    api.createKey({ operatorId: caller.operatorId, ...more });
  return { caller, lotId, newKey, key: await newKey() };
}

/**
 * A stay of 12.34 in February with a refund of 5.00 in March, and a stay of 900 yen with a refund
 * of 200.
 */
async function addMoney(caller: Principal, lotId: string): Promise<void> {
  const stay = stayOf(caller, { lotId, subtotalMinor: 1_234, feeMinor: 123 });
  const yen = stayOf(caller, { lotId, currency: 'jpy', subtotalMinor: 900, feeMinor: 90 });
  await addStays(api.database, [stay, yen]);
  const settledAt = new Date('2026-03-31T23:59:59.999Z');
  await addRefunds(api.database, [
    { stay, status: 'succeeded', settledAt, amountMinor: 500, feeMinor: 50 },
    { stay: yen, status: 'succeeded', settledAt: yen.capturedAt, amountMinor: 200, feeMinor: 20 },
  ]);
}

test('payouts are listed without lines and looked up with them, in currency units', async () => {
  const { caller, lotId, key } = await newOperator();
  await addMoney(caller, lotId);
  const month = { status: 'closed', livemode: true };
  const cad = { ...month, currency: 'cad' };
  const { status, body } = await get(key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  expect(body.data).toEqual([
    {
      ...cad,
      id: expect.stringMatching(/^po_[0-9a-f]{32}$/),
      period: { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
      session_count: 0,
      gross: 0,
      platform_fee: -0.5,
      refunds: 5,
      net: -4.5,
    },
    {
      ...cad,
      id: expect.stringMatching(/^po_[0-9a-f]{32}$/),
      period: { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
      session_count: 1,
      gross: 12.34,
      platform_fee: 1.23,
      refunds: 0,
      net: 11.11,
    },
    {
      ...month,
      currency: 'jpy',
      id: expect.stringMatching(/^po_[0-9a-f]{32}$/),
      period: { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
      session_count: 1,
      gross: 900,
      platform_fee: 70,
      refunds: 200,
      net: 630,
    },
  ]);
  for (const { id, ...shown } of body.data) {
    const one = await get(key, `/${id}`);
    expect(one.status).toBe(200);
    const { session_count, gross, platform_fee, refunds, net } = shown;
    const amounts = { session_count, gross, platform_fee, refunds, net };
    const lines = [{ lot_id: lotId, lot_name: 'North', ...amounts }];
    expect(one.body).toEqual({ payout: { id, ...shown, lines } });
  }
});

test('the payout of the current month is open', async () => {
  const { caller, lotId, key } = await newOperator();
  await parking.end(await parking.park(lotId, { as: caller }), { as: caller });
  const { body } = await get(key);
  expect(body.data).toMatchObject([{ status: 'open', session_count: 1 }]);
});

test('the cursor of a page leads to the next page', async () => {
  const { caller, lotId, key } = await newOperator();
  await addMoney(caller, lotId);
  const all = (await get(key)).body.data;
  const paged = [];
  let cursor: string | null = null;
  do {
    const { body } = await get(key, '', { limit: 1, ...(cursor !== null && { cursor }) });
    paged.push(...body.data);
    cursor = body.next_cursor;
    expect(body.has_more).toBe(cursor !== null);
  } while (cursor !== null && paged.length < all.length);
  expect(cursor).toBeNull();
  expect(paged).toEqual(all);
});

test.each([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['cursor', { cursor: 'x' }],
])('an invalid %s is refused: %j', async (field, query) => {
  const { key } = await newOperator();
  const { status, body } = await get(key, '', query);
  expect(status).toBe(400);
  expect(body.error.details[0].field).toBe(field);
});

test('another operator, the other world and a made-up id find nothing', async () => {
  const { caller, lotId, key, newKey } = await newOperator();
  await addMoney(caller, lotId);
  const id: string = (await get(key)).body.data[0].id;
  const [stranger, sandbox] = [await api.createKey(), await newKey({ mode: 'test' })];
  for (const as of [stranger, sandbox]) {
    expect((await get(as)).body.data).toEqual([]);
    expect((await get(as, `/${id}`)).status).toBe(404);
  }
  for (const wrong of ['po_0', id.replace(/^po/, 're'), `${id}0`]) {
    const { status, body } = await get(key, `/${wrong}`);
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  }
});

test("a key without the scope, and a fleet's key, are refused", async () => {
  const { caller, lotId, key, newKey } = await newOperator();
  await addMoney(caller, lotId);
  const { id } = (await get(key)).body.data[0];
  const blind = await newKey({ scopes: ['sessions:read', 'refunds:write'] });
  const fleet = await newKey({ fleetId: 'fleet-7' });
  for (const [as, why] of [
    [blind, 'payouts:read'],
    [fleet, 'fleet'],
  ] as const)
    for (const path of ['', `/${id}`]) {
      const { status, body } = await get(as, path);
      expect(status).toBe(403);
      expect(body.error.code).toBe('FORBIDDEN');
      expect(body.error.message).toContain(why);
    }
});
