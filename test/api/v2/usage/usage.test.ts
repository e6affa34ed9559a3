import { addDays } from 'date-fns/addDays';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import { addCharge, monthFromNow } from '../../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v2/usage';
const MARKET = '/api/v2/intelligence/market-rate';
const AGENTS = '/api/v2/intelligence/agent-demand';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const list = (key: TestKey, query = {}) => api.request('GET', PATH, { key: key.secret, query });
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const newKey = (more: NewTestKey = {}) =>
  api.createKey({ rateLimits: { read: 10_000, fleet: 10_000, sandbox: 10_000 }, ...more });

/** An operator's key, the key in its place and a revoked one, with charges at bounds of March. */
async function openBooks() {
  const old = await newKey();
  const { operatorId } = old;
  const revoked = await newKey({ operatorId });
  await addCharge(api.database, old, { at: '2026-02-28T23:59:59.999999Z', cents: 1_000 });
  await addCharge(api.database, old, { at: '2026-03-01T00:00:00Z' });
  await addCharge(api.database, old, { at: '2026-03-31T23:59:59.999999Z', cents: 10 });
  await addCharge(api.database, revoked, {
    at: '2026-03-31T12:00:00Z',
    cents: 100,
    endpoint: 'agent-demand',
  });
  await addCharge(api.database, old, { at: '2026-04-01T00:00:00Z', cents: 1_000 });
  const rotated = await rotateKey(api.database.owner, { keyId: old.keyId, actorId: 'test' });
  await revokeKey(api.database.owner, { keyId: revoked.keyId, actorId: 'test' });
  const current = { secret: rotated.secret, keyId: rotated.key.id, operatorId };
  return { old, revoked, current };
}

test('charges of whole days, the last one included, are added up by endpoint, by key or by day', async () => {
  const { old, revoked, current } = await openBooks();
  const { status, body } = await list(current, MARCH);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    group_by: 'endpoint',
    currency: 'usd',
    query_count: 3,
    total_cents: 120,
    rows: [
      { endpoint: AGENTS, query_count: 1, cost_cents: 100 },
      { endpoint: MARKET, query_count: 2, cost_cents: 20 },
    ],
  });
  expect(body.meta).toMatchObject({ endpoint: 'usage', cost_cents: 0 });
  expect(Date.parse(body.meta.as_of)).toBeLessThanOrEqual(Date.now() + 1_000);
  const byKey = await list(current, { ...MARCH, group_by: 'key' });
  expect(byKey.body.data.rows).toEqual(
    [
      { key_id: old.keyId, key_name: 'test', query_count: 2, cost_cents: 20 },
      { key_id: revoked.keyId, key_name: 'test', query_count: 1, cost_cents: 100 },
    ].toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1)),
  );
  const byDay = await list(current, { ...MARCH, group_by: 'day' });
  expect(byDay.body.data.rows).toEqual([
    { date: '2026-03-01', query_count: 1, cost_cents: 10 },
    { date: '2026-03-31', query_count: 2, cost_cents: 110 },
  ]);
});

test('without a period it is this calendar month until now', async () => {
  await awayFromWholeHour();
  const key = await newKey();
  const now = new Date();
  await addCharge(api.database, key, { at: now.toISOString() });
  await addCharge(api.database, key, {
    at: new Date(Date.parse(`${monthFromNow(0)}-01T00:00:00Z`) - 1).toISOString(),
  });
  const { body } = await list(key);
  expect(body.data.from).toBe(`${monthFromNow(0)}-01T00:00:00.000Z`);
  expect(Math.abs(Date.parse(body.data.to) - now.getTime())).toBeLessThan(60_000);
  expect(body.data).toMatchObject({ query_count: 1, total_cents: 10 });
});

test('an operator without charges gets no rows and zeros', async () => {
  const { body } = await list(await newKey(), { group_by: 'day' });
  expect(body.data).toMatchObject({ query_count: 0, total_cents: 0, rows: [] });
});

test('it needs the scope and no plan; a fleet key sees its operator, others see only theirs', async () => {
  const { current } = await openBooks();
  const { operatorId } = current;
  const total = async (key: TestKey) => (await list(key, MARCH)).body.data.total_cents;
  expect(await total(await newKey({ operatorId, fleetId: 'north' }))).toBe(120);
  expect(await total(await newKey({ operatorId, mode: 'test' }))).toBe(0);
  expect(await total(await newKey())).toBe(0);
  await api.database.sql("update operators set plan = 'free' where operator_id = $1", [operatorId]);
  expect(await total(await newKey({ operatorId }))).toBe(120);
  expect((await list(await newKey({ operatorId, scopes: ['lots:read'] }))).status).toBe(401);
});

test.each([
  ['from', { from: '2026-02-29' }],
  ['from', { from: '2026-3-1' }],
  ['to', { to: '2026-03-01T00:00:00Z' }],
  ['to', { from: '2026-03-02', to: '2026-03-01' }],
  ['from', { from: '2199-12-31' }],
  ['to', { from: '2024-01-01', to: '2025-01-01' }],
  ['from', { from: '2020-01-01' }],
  ['from', { from: '0000-01-01', to: '2026-01-01' }],
  ['group_by', { group_by: 'hour' }],
])('a bad %s is refused naming it: %j', async (field, query) => {
  const { status, body } = await list(await newKey(), query);
  expect(status).toBe(400);
  expect(body.error.details[0].field).toBe(field);
});

test('a leap year is one period, and so is one day; days of the year 1970 and 2199 can be asked for', async () => {
  const key = await newKey();
  const periods = [
    { from: '2024-01-01', to: '2024-12-31' },
    { from: '1970-01-01', to: '1970-01-01' },
    { from: '2199-12-30', to: '2199-12-31' },
  ];
  for (const period of periods) expect((await list(key, period)).status).toBe(200);
});

test('whatever the group, the totals are the sums of the rows', async () => {
  const key = await newKey();
  for (let day = 0; day < 40; day += 1) {
    const at = addDays(new Date('2026-03-01T06:30:00Z'), day).toISOString();
    await addCharge(api.database, key, { at, cents: day, endpoint: `e${day % 3}` });
  }
  for (const group_by of ['endpoint', 'key', 'day']) {
    const { body } = await list(key, { ...MARCH, group_by });
    const rows: { query_count: number; cost_cents: number }[] = body.data.rows;
    expect(rows.reduce((sum, row) => sum + row.cost_cents, 0)).toBe(465);
    expect(rows.reduce((sum, row) => sum + row.query_count, 0)).toBe(31);
    expect(body.data).toMatchObject({ query_count: 31, total_cents: 465 });
  }
});
