import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { EXAMPLE_LOT } from '../../src/demo/city.ts';
import { type Demo, seedDemo } from '../../src/demo/seed-demo.ts';
import { createSimulatedGateway } from '../../src/money/payments/simulated-gateway.ts';
import { findPayout } from '../../src/money/payouts/find-payout.ts';
import { listPayouts } from '../../src/money/payouts/list-payouts.ts';
import { reconcile } from '../../src/money/reconciliation/reconcile.ts';
import { refundSession } from '../../src/money/refunds/refund-session.ts';
import { findLot } from '../../src/parking/lots/find-lot.ts';
import { closeSessions } from '../../src/parking/sessions/close-sessions.ts';
import { ANYWHERE, plainTariff } from '../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../src/tariffs/price/price-stay.ts';
import { type RateSnapshot, toOfferedRate } from '../../src/tariffs/rate-columns.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller } from '../stage/fixtures.ts';
import { faultsOfRecords } from '../stage/records.ts';

type StayRow = {
  rate_minor: string;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: string | null;
  rate_snapshot: RateSnapshot;
  started_at: Date;
  ended_at: Date;
  charged: number;
};

let database: TestDatabase;
let buyer: Principal;
let demos: (Demo | undefined)[];
let leftByCrash: Record<string, number>;
let seededFrom: Date;

beforeAll(async () => {
  database = await openTestDatabase();
  const crash = new Error('interrupted');
  const onProgress = () => {
    throw crash;
  };
  await expect(seedDemo(database.owner, { onProgress })).rejects.toBe(crash);
  leftByCrash = await counts();
  seededFrom = new Date();
  demos = await Promise.all([seedDemo(database.owner), seedDemo(database.owner)]);
  buyer = await addCaller(database, { operatorId: demos[0]?.buyerOperatorId ?? '' });
});
afterAll(() => database.drop());

async function counts(): Promise<Record<string, number>> {
  const [row] = await database.sql<Record<string, number>>(
    `select
       (select count(*) from operators) as operators,
       (select count(*) from lots where livemode) as lots,
       (select count(*) from lots where not livemode) as test_lots,
       (select count(*) from sessions) as sessions,
       (select count(*) from search_log) as searches,
       (select count(*) from audit_log) as audits`,
  );
  return row ?? {};
}

/** The single number that a query returns. */
async function number(text: string): Promise<number> {
  const [row] = await database.sql<{ number: number }>(`select (${text})::float8 as number`);
  return row?.number ?? Number.NaN;
}

const PAID = 'select count(*) from sessions where captured_at is not null';
const UNDER_WAY = `select count(*) from sessions where status = 'active'`;

test('an interrupted seeding leaves nothing', () => {
  expect(leftByCrash).toEqual({
    operators: 0,
    lots: 0,
    test_lots: 0,
    sessions: 0,
    searches: 0,
    audits: 0,
  });
});

test('two concurrent seedings make one city, and both return its buyer', async () => {
  expect(demos[0]).toMatchObject({ buyerOperatorId: expect.stringMatching(/^op_/) });
  expect(demos[1]).toEqual(demos[0]);
  const { operators, lots, test_lots, sessions, searches, audits } = await counts();
  expect([operators, lots, test_lots]).toEqual([8, 307, 30]);
  expect(sessions).toBeGreaterThan(80_000);
  expect(sessions).toBeLessThan(120_000);
  expect(searches).toBeGreaterThan(20_000);
  const written = Number(operators) + Number(lots) + Number(test_lots) + Number(sessions);
  // One operator declares its figures public.
  expect(audits).toBe(written + 1 + 2 * (await number(PAID)));
});

test('a later start finds the city and changes nothing', async () => {
  const before = await counts();
  expect(await seedDemo(database.owner)).toEqual(demos[0]);
  expect(await counts()).toEqual(before);
});

test('every part of the city says that it is synthetic', async () => {
  expect(await number(`select count(*) from lots where city <> 'Demo City (synthetic)'`)).toBe(0);
  expect(await number(`select count(*) from operators where name not like '%synthetic%'`)).toBe(0);
  expect(await number(`select count(*) from lots where timezone <> 'America/Chicago'`)).toBe(0);
});

test('the buyer is on a plan that may buy, and all test lots are its own', async () => {
  const rows = await database.sql(
    `select plan from operators where operator_id = $1 and operator_id = all (
       select operator_id from lots where not livemode)`,
    [demos[0]?.buyerOperatorId],
  );
  expect(rows).toEqual([{ plan: 'enterprise' }]);
});

test('each stay costs by its tariff what it was charged, and what its plain rate says', async () => {
  const rows = await database.sql<StayRow>(
    `select rate_minor, rate_unit, billing_step_minutes, max_daily_minor, rate_snapshot, started_at,
       ended_at, subtotal_minor::float8 as charged
     from session_details where ended_at is not null`,
  );
  expect(rows.length).toBeGreaterThan(80_000);
  for (const row of rows) {
    const window = { startedAt: row.started_at, endedAt: row.ended_at };
    const { tariff, conditions } = toOfferedRate(row.rate_snapshot);
    const plain = plainTariff({
      rateMinor: Number(row.rate_minor),
      rateUnit: row.rate_unit,
      billingStepMinutes: row.billing_step_minutes,
      maxDailyMinor: row.max_daily_minor === null ? null : Number(row.max_daily_minor),
    });
    const costs = [
      priceStay(tariff, window, conditions).subtotalMinor,
      priceStay(plain, window, ANYWHERE).subtotalMinor,
    ];
    if (costs.some((cost) => cost !== row.charged)) expect.fail(JSON.stringify({ row, costs }));
  }
});

test('no lot ever has more vehicles than spaces, and no finished stay ends after now', async () => {
  const overfull = `
    with step as (
      select lot_id, started_at as at, 1 as change from sessions
      union all
      select lot_id, ended_at, -1 from sessions),
    held as (
      select lot_id, sum(change) over (partition by lot_id order by at, change) as vehicles
      from step)
    select count(*) from held join lots using (lot_id) where vehicles > total_spaces`;
  expect(await number(overfull)).toBe(0);
  expect(await number('select count(*) from sessions where ended_at > now()')).toBe(0);
  expect(await number('select count(*) from search_log where at > now()')).toBe(0);
});

test('stays are under way on the lots of all, each in a space of its own', async () => {
  expect(await number(UNDER_WAY)).toBeGreaterThan(100);
  // Some have run out since.
  const underWayThen = `started_at <= now() and expected_end > '${seededFrom.toISOString()}'`;
  expect(await number(`${UNDER_WAY} and not (${underWayThen})`)).toBe(0);
  expect(await number(`${UNDER_WAY} and payment_intent_id is null`)).toBe(0);
  const wrong = `select count(*) from lots where taken_spaces <>
    (select count(*) from sessions where sessions.lot_id = lots.lot_id and status = 'active')`;
  expect(await number(wrong)).toBe(0);
  expect(await number('select count(distinct operator_id) from sessions')).toBe(8);
});

test('the buyer has payouts of the last month, by lot, minus the fee of every stay', async () => {
  const { rows } = await listPayouts(database.owner, buyer, { cursor: null, limit: 10 });
  const { now } = (await database.sql<{ now: Date }>('select now()'))[0] ?? { now: new Date(0) };
  const monthAgo = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1);
  const last = rows.find(({ period }) => period.from.getTime() === monthAgo);
  expect(last).toMatchObject({ currency: 'usd', livemode: true, refundsMinor: 0n });
  expect(last?.sessionCount).toBeGreaterThan(200);
  const { lines } = await findPayout(database.owner, buyer, last?.payoutId ?? '');
  expect(lines.length).toBeGreaterThan(20);
  expect(await number(`${PAID} and captured_at > now()`)).toBe(0);
  const covered = `select count(*) from sessions join simulated_captures as capture
    using (payment_intent_id) where amount_minor = subtotal_minor`;
  expect(await number(covered)).toBe(await number(PAID));
});

test('a paid stay can be refunded', async () => {
  const [{ session_id } = { session_id: '' }] = await database.sql<{ session_id: string }>(
    `select session_id from sessions where captured_at is not null and subtotal_minor > 100
       and operator_id = $1 limit 1`,
    [buyer.operatorId],
  );
  const deps = { db: database.owner, payments: createSimulatedGateway(database.owner) };
  const request = { sessionId: session_id, amountMinor: 100, reason: 'the gate did not open' };
  const context = { requestId: 'req_test', remember: undefined };
  const result = await refundSession(deps, buyer, request, context);
  expect(result).toMatchObject({ status: 'succeeded', amountMinor: 100 });
});

test('the lot of the examples is the nearest to the centre, and all examples work on it', async () => {
  const lot = await findLot(database.owner, EXAMPLE_LOT.id, true);
  expect(lot).toMatchObject({ name: 'Cedar Street Garage', latitude: 41.2, longitude: -99.6 });
  expect(lot.features).toContain('covered');
  expect(lot.operatorId).toBe(buyer.operatorId);
});

test('the stays of 60 days follow day and week, at varied prices', async () => {
  const share = (condition: string) => number(`select avg((${condition})::int) from sessions`);
  const local = `started_at at time zone 'America/Chicago'`;
  expect(await share(`extract(hour from ${local}) between 7 and 19`)).toBeGreaterThan(0.75);
  expect(await share(`extract(isodow from ${local}) in (6, 7)`)).toBeLessThan(0.26);
  expect(await number('select extract(day from now() - min(started_at)) from sessions')).toBe(60);
  expect(
    await number('select count(distinct rate_minor) from lots where livemode'),
  ).toBeGreaterThan(15);
  expect(await number('select count(*) from lots where rate_minor = 0')).toBeGreaterThan(0);
});

test('some searches find no lot and some only full ones; agents are among the callers', async () => {
  const count = (condition: string) => number(`select count(*) from search_log where ${condition}`);
  expect(await count('found_lot_count = 0')).toBeGreaterThan(1_000);
  expect(await count('found_lot_count > 0 and available_lot_count = 0')).toBeGreaterThan(200);
  expect(
    await number('select count(distinct agent_platform) from search_log'),
  ).toBeGreaterThanOrEqual(4);
  expect(await number('select count(distinct caller) from search_callers')).toBeGreaterThan(50);
  const old = `select count(*) from search_callers where at < now() - interval '25 hours'`;
  expect(await number(old)).toBe(0);
});

test('stays under way are ended once their time is over', async () => {
  const some = `select lot_id from lots where taken_spaces > 0 order by lot_id limit 10`;
  const onSome = `status = 'active' and lot_id in (${some})`;
  const over = await number(`select count(*) from sessions where ${onSome}`);
  const before = await number(UNDER_WAY);
  await database.sql(
    `update sessions set started_at = started_at - interval '30 days',
       expected_end = expected_end - interval '30 days' where ${onSome}`,
  );
  const { pipelines: db } = database;
  const payments = createSimulatedGateway(db);
  await closeSessions({ db, payments, log: pino({ level: 'silent' }) });
  const expired = await number(`select count(*) from sessions where status = 'expired'`);
  expect(expired).toBeGreaterThanOrEqual(over);
  expect(await number('select sum(taken_spaces) from lots')).toBe(before - expired);
});

test('a database with other operators is not changed', async () => {
  const other = await openTestDatabase();
  await createOperator(other.owner, { name: 'Somebody', plan: 'free', actorId: 'test' });
  expect(await seedDemo(other.owner)).toBeUndefined();
  expect(await other.sql('select 1 from lots')).toEqual([]);
  await other.drop();
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});

test("the processor's books have the payments of the city as ours do", async () => {
  const db = database.pipelines;
  const payments = createSimulatedGateway(db);
  expect(await reconcile({ db, payments, log: pino({ level: 'silent' }) })).toEqual({ rows: 28 });
  const [read] = await database.sql<{ count: number }>(
    "select count(*)::integer as count from processor_movements where kind = 'capture'",
  );
  expect(read?.count).toBeGreaterThan(1_000);
  expect(await database.sql('select from reconciliation_findings')).toEqual([]);
});
