import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import { applyPlans } from '../../../../src/money/plans/apply-plans.ts';
import { monthFromNow } from '../../../src/money/usage/ledger.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/plan';
const PRICES = { starter: 2_900, pro: 9_900 };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ config: { planPrices: PRICES } });
});
afterAll(() => api.stop());
await awayFromWholeHour();
const NEXT_FROM = `${monthFromNow(1)}-01T00:00:00.000Z`;

const newKey = (more: NewTestKey = {}) => api.createKey({ plan: 'free', ...more });
const put = (key: TestKey, plan: string) =>
  api.request('PUT', PATH, { key: key.secret, body: { plan } });

async function planOf(key: TestKey) {
  const { status, body } = await api.request('GET', PATH, { key: key.secret });
  expect(status).toBe(200);
  return body.plan;
}

const meOf = async (key: TestKey) =>
  (await api.request('GET', '/api/v1/me', { key: key.secret })).body;

/** Makes what is planned due, as if all before had happened two months earlier. */
async function nextMonth({ operatorId }: TestKey): Promise<void> {
  await api.database.sql(
    "update held_plans set from_at = from_at - interval '2 months' where operator_id = $1",
    [operatorId],
  );
  await api.database.sql(
    `update operators set next_plan_at = date_trunc('month', now(), 'UTC')
     where operator_id = $1`,
    [operatorId],
  );
}

async function heldBy({ operatorId }: TestKey) {
  const rows = await api.database.sql<{ plan: string }>(
    'select plan from held_plans where operator_id = $1 order by from_at',
    [operatorId],
  );
  return rows.map(({ plan }) => plan);
}

test('all plans are published with what they cost and allow, to everyone', async () => {
  const { status, body } = await api.request('GET', '/api/v1/plans');
  expect(status).toBe(200);
  expect(body.plans).toMatchObject([
    { plan: 'free', price_cents: 0, fees: [{ above: 0, percent: 10 }] },
    { plan: 'starter', price_cents: 2_900, limits: { lots_max: 5_000 } },
    { plan: 'pro', price_cents: 9_900 },
    { plan: 'enterprise', price_cents: null, fees: [{ percent: 5 }, { percent: 3.3 }] },
  ]);
});

test('a higher plan holds at once, with its limits and fees', async () => {
  const key = await newKey();
  expect(await planOf(key)).toMatchObject({ plan: 'free', is_bought: false, due_cents: 0 });
  const { status, body } = await put(key, 'pro');
  expect(status).toBe(200);
  expect(body.plan).toEqual({
    plan: 'pro',
    since: expect.any(String),
    is_bought: true,
    price_cents: 9_900,
    due_cents: 9_900,
    next: null,
    overdue_invoice_id: null,
  });
  expect(await planOf(key)).toEqual(body.plan);
  expect(await meOf(key)).toMatchObject({
    operator: { plan: 'pro' },
    plan_limits: { lots_max: 50_000 },
  });
});

test('a lower plan holds from the next month on, and can be taken back until then', async () => {
  const key = await newKey();
  await put(key, 'pro');
  const planned = { plan: 'starter', from: NEXT_FROM, price_cents: 2_900 };
  expect((await put(key, 'starter')).body.plan).toMatchObject({ plan: 'pro', next: planned });
  expect((await meOf(key)).operator.plan).toBe('pro');
  expect((await put(key, 'pro')).body.plan).toMatchObject({ plan: 'pro', next: null });
  expect(await heldBy(key)).toEqual(['free', 'pro']);
});

test.each([[false], [true]])(
  'with the next month the planned plan holds (written down before: %s)',
  async (isApplied) => {
    const key = await newKey();
    await put(key, 'pro');
    await put(key, 'starter');
    await nextMonth(key);
    if (isApplied) await applyPlans(api.database.pipelines);
    expect(await planOf(key)).toMatchObject({
      plan: 'starter',
      since: `${monthFromNow(0)}-01T00:00:00.000Z`,
      is_bought: true,
      next: null,
    });
    expect((await meOf(key)).operator.plan).toBe('starter');
  },
);

test('a plan that is bought just after the month began does not prolong the last one', async () => {
  const key = await newKey();
  await put(key, 'pro');
  await put(key, 'free');
  await nextMonth(key);
  expect((await put(key, 'starter')).body.plan).toMatchObject({ plan: 'starter', next: null });
  const rows = await api.database.sql(
    `select plan, from_at = date_trunc('month', now(), 'UTC') as is_of_month from held_plans
     where operator_id = $1 and plan <> 'pro' and is_bought order by from_at`,
    [key.operatorId],
  );
  expect(rows).toEqual([
    { plan: 'free', is_of_month: true },
    { plan: 'starter', is_of_month: false },
  ]);
});

test('up, down and up again in a month: what was planned is forgotten', async () => {
  const key = await newKey();
  await put(key, 'starter');
  await put(key, 'free');
  expect((await put(key, 'pro')).body.plan).toMatchObject({ plan: 'pro', next: null });
});

test('calls at once end in one plan, and each change is in the audit log', async () => {
  const key = await newKey({ rateLimits: { write: 10_000 } });
  const plans = ['starter', 'pro', 'free', 'pro', 'starter', 'free', 'pro'];
  const answers = await Promise.all(plans.map((plan) => put(key, plan)));
  expect(answers.map(({ status }) => status)).toEqual(plans.map(() => 200));
  const last = await planOf(key);
  const held = await heldBy(key);
  expect(held.at(-1)).toBe(last.plan);
  expect(held.filter((plan) => plan === 'pro').length).toBeLessThanOrEqual(1);
  const { body } = await api.request('GET', '/api/v1/audit', {
    key: key.secret,
    query: { limit: 100 },
  });
  const changes = body.data.filter((row: { action: string }) => row.action === 'plan.changed');
  expect(changes.length).toBeGreaterThanOrEqual(held.length - 1);
  const [newest] = await api.database.sql<{ after: object }>(
    `select diff -> 'after' as after from audit_log where entity_id = $1
     order by audit_id desc limit 1`,
    [key.operatorId],
  );
  expect(newest?.after).toEqual({ plan: last.plan, next_plan: last.next?.plan ?? null });
});

test('a plan without a published price is given by agreement only', async () => {
  const { status, body } = await put(await newKey(), 'enterprise');
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'by_agreement' } });
});

test('a plan that the owner gives takes the place of what was bought, and is not due', async () => {
  const key = await newKey();
  await put(key, 'pro');
  await put(key, 'free');
  const given = { operatorId: key.operatorId, plan: 'pro', actorId: 'test' };
  await updateOperator(api.database.owner, given);
  expect(await planOf(key)).toMatchObject({
    plan: 'pro',
    is_bought: false,
    due_cents: 0,
    next: null,
  });
});

test.each([
  ['a key without the scope', { scopes: ['payouts:read'] }],
  ["a fleet's key", { fleetId: 'vans' }],
  ['a test key', { mode: 'test' as const }],
])('%s buys nothing', async (_who, more) => {
  const key = await newKey(more);
  expect((await put(key, 'pro')).status).toBe(403);
  const rows = await api.database.sql('select plan from operators where operator_id = $1', [
    key.operatorId,
  ]);
  expect(rows).toEqual([{ plan: 'free' }]);
});

test('an unknown plan is refused by its name', async () => {
  const { status, body } = await put(await newKey(), 'gold');
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field: 'plan' }]);
});
