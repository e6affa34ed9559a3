import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlans } from '../../../../src/money/plans/apply-plans.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { monthFromNow } from '../../money/usage/ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
await awayFromWholeHour();

const FROM = `${monthFromNow(0)}-01T00:00:00.000Z`;
const BEFORE = `${monthFromNow(-1)}-28T23:59:59.999999Z`;
const AFTER = `${monthFromNow(0)}-01T00:00:00.000001Z`;

/** An operator that bought `pro` and planned `free` for this month, which nobody wrote down yet. */
async function newLeaver(): Promise<string> {
  const { operatorId } = await addCaller(database, { plan: 'free' });
  await database.sql(
    `update operators set plan = 'pro', bought_plan = 'pro', plan_price_cents = 9900,
       next_plan = 'free', next_plan_at = $2, plan_at = $3
     where operator_id = $1`,
    [operatorId, FROM, `${monthFromNow(-1)}-05T00:00:00Z`],
  );
  await database.sql("delete from held_plans where operator_id = $1 and plan = 'free'", [
    operatorId,
  ]);
  return operatorId;
}

/** A call that decided at an instant, whenever its statement runs. */
async function decides(operatorId: string, at: string, plan: string, nextPlan: string | null) {
  await database.db.query('plan_change', {
    ...{ operatorId, at, plan, boughtPlan: plan, priceCents: null, nextPlan },
    ...{ actorType: 'system', actorId: 'test', agentPlatform: null, requestId: null },
  });
}

async function heldBy(operatorId: string) {
  const rows = await database.sql<{ plan: string; from_at: Date }>(
    'select plan, from_at from held_plans where operator_id = $1 order by from_at',
    [operatorId],
  );
  return rows.map(({ plan, from_at }) => [plan, from_at.toISOString().slice(0, 7)]);
}

test('who took the change back before midnight keeps the plan, though it is written after', async () => {
  const operatorId = await newLeaver();
  await decides(operatorId, BEFORE, 'pro', null);
  expect((await heldBy(operatorId)).map(([plan]) => plan)).not.toContain('free');
});

test('who planned another plan before midnight has that from the first instant on', async () => {
  const operatorId = await newLeaver();
  await decides(operatorId, BEFORE, 'pro', 'starter');
  await applyPlans(database.pipelines);
  expect((await heldBy(operatorId)).at(-1)).toEqual(['starter', monthFromNow(0)]);
  const held = await database.sql('select plan, next_plan from operators where operator_id = $1', [
    operatorId,
  ]);
  expect(held).toEqual([{ plan: 'starter', next_plan: null }]);
});

test('who buys a plan after midnight does not hold the one that ended with the month', async () => {
  const operatorId = await newLeaver();
  await decides(operatorId, AFTER, 'starter', null);
  const thisMonth = (await heldBy(operatorId)).filter(([, month]) => month === monthFromNow(0));
  expect(thisMonth.map(([plan]) => plan)).toEqual(['free', 'starter']);
});

test('two changes of one operator wait for each other, and are noted in their order', async () => {
  const { operatorId } = await addCaller(database, { plan: 'free' });
  const first = new pg.Client({ connectionString: database.connectionString });
  await first.connect();
  try {
    await first.query('begin');
    await first.query("update operators set plan = 'pro' where operator_id = $1", [operatorId]);
    const second = database.sql("update operators set plan = 'starter' where operator_id = $1", [
      operatorId,
    ]);
    await first.query('commit');
    await second;
  } finally {
    await first.end();
  }
  expect((await heldBy(operatorId)).map(([plan]) => plan)).toEqual(['free', 'pro', 'starter']);
});

test('without a change nothing is noted', async () => {
  const { operatorId } = await addCaller(database, { plan: 'pro' });
  await database.sql("update operators set name = 'Other', plan = plan where operator_id = $1", [
    operatorId,
  ]);
  expect(await heldBy(operatorId)).toHaveLength(1);
});
