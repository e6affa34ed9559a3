import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { closeUsageMonths } from '../../../../src/money/usage/close-usage-months.ts';
import { findUsageMonth } from '../../../../src/money/usage/find-usage-month.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { addCharge, createdAt, monthFromNow } from './ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

await awayFromWholeHour();
const BEFORE_LAST = monthFromNow(-2);
const LAST = monthFromNow(-1);
const THIS = monthFromNow(0);

const close = () => closeUsageMonths(database.pipelines);
const month = (caller: Principal, name: string) =>
  findUsageMonth(database.db, caller, new Date(`${name}-01T00:00:00Z`));
const endOf = (name: string) => `${name}-28T23:59:59.999999Z`;

/** An operator since the month before the last, with two charges in the last month. */
async function newBuyer(): Promise<Principal> {
  const caller = await addCaller(database, { name: 'Acme' });
  await createdAt(database, caller.operatorId, `${BEFORE_LAST}-15T00:00:00Z`);
  await addCharge(database, caller, { at: `${LAST}-01T00:00:00Z` });
  await addCharge(database, caller, { at: endOf(LAST), cents: 25, endpoint: 'demand-forecast' });
  return caller;
}

/** What must not change: the month without the instant at which it was read. */
async function stateOf(caller: Principal, name: string) {
  const { asOf: _, ...state } = await month(caller, name);
  return state;
}

/** The database's refusal of a statement; undefined when it ran. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  );

test('a month that is over is closed, also an empty one; this month stays open', async () => {
  const caller = await newBuyer();
  expect((await month(caller, LAST)).closedAt).toBeNull();
  await close();
  expect(await stateOf(caller, LAST)).toMatchObject({
    operatorName: 'Acme',
    closedAt: expect.any(Date),
    queryCount: 2,
    totalCents: 35,
  });
  expect(await stateOf(caller, BEFORE_LAST)).toMatchObject({
    closedAt: expect.any(Date),
    lines: [],
    totalCents: 0,
  });
  expect((await month(caller, THIS)).closedAt).toBeNull();
});

test('a closed month never changes: no row, no name, no second closing', async () => {
  const caller = await newBuyer();
  await close();
  const before = await stateOf(caller, LAST);
  expect(await refusal(addCharge(database, caller, { at: endOf(LAST) }))).toContain('is closed');
  const { operatorId } = caller;
  await updateOperator(database.owner, { operatorId, name: 'Other', actorId: 'test' });
  expect(await close()).toEqual({ rows: 0 });
  expect(await stateOf(caller, LAST)).toEqual(before);
  expect((await month(caller, THIS)).operatorName).toBe('Other');
});

test.each([
  'update usage set cost_cents = 0',
  'delete from usage',
  'truncate usage',
  "update closed_usage_months set operator_name = 'x'",
  'delete from closed_usage_months',
  'truncate closed_usage_months cascade',
])('not even the owner may: %s', async (statement) => {
  await newBuyer();
  await close();
  expect(await refusal(database.sql(statement))).toContain('is append-only');
});

test('a charge of the month that is not committed yet keeps the month open', async () => {
  const caller = await newBuyer();
  const late = new pg.Client({ connectionString: database.connectionString });
  await late.connect();
  try {
    await late.query('begin');
    const sql = async <Row>(text: string, values: unknown[] = []) =>
      (await late.query(text, values)).rows as Row[];
    await addCharge({ sql }, caller, { at: endOf(LAST) });
    await close();
    expect((await month(caller, LAST)).closedAt).toBeNull();
    expect((await month(caller, BEFORE_LAST)).closedAt).not.toBeNull();
    await late.query('commit');
  } finally {
    await late.end();
  }
  await close();
  expect(await stateOf(caller, LAST)).toMatchObject({ closedAt: expect.any(Date), totalCents: 45 });
});

test('a charge that comes while its month is being closed is to be tried again', async () => {
  const caller = await newBuyer();
  const late = await meanwhile({ ...database, db: database.pipelines }, closeUsageMonths, () =>
    refusal(addCharge(database, caller, { at: endOf(LAST) })),
  );
  expect(late).toContain('try again');
  expect((await month(caller, LAST)).totalCents).toBe(35);
});

test('two closers at once do no harm: each month is closed once', async () => {
  const callers = [await newBuyer(), await newBuyer()];
  const closed = await Promise.all([close(), close(), close()]);
  // A closer that finds another one at work leaves the month to it.
  await close();
  const rows = closed.reduce((sum, one) => sum + one.rows, 0);
  expect(rows).toBeLessThanOrEqual(2 * callers.length);
  for (const caller of callers) expect((await month(caller, LAST)).closedAt).toBeInstanceOf(Date);
});

test('a transaction that began before an instant and wrote nothing yet is seen as open', async () => {
  const isOpen = async (instant: Date) => {
    const [row] = await database.sql<{ is_open: boolean }>(
      'select is_open_since_before($1) as is_open',
      [instant],
    );
    return row?.is_open;
  };
  const [before] = await database.sql<{ now: Date }>('select clock_timestamp() as now');
  const past = before?.now ?? expect.unreachable();
  await database.db.transaction(async (connection) => {
    await connection.query('clock_read');
    const [row] = await database.sql<{ now: Date }>(
      "select clock_timestamp() + interval '1 ms' as now",
    );
    expect(await isOpen(past)).toBe(false);
    expect(await isOpen(row?.now ?? expect.unreachable())).toBe(true);
  });
});

test('a month stays open while a transaction is that began before its end', async () => {
  const caller = await newBuyer();
  const [found] = await database.sql<{ definition: string }>(
    "select pg_get_functiondef('is_open_since_before'::regproc) as definition",
  );
  await database.sql(
    `create or replace function is_open_since_before(instant timestamptz) returns boolean
     language sql volatile return instant < now()`,
  );
  await close();
  expect((await month(caller, LAST)).closedAt).toBeNull();
  await database.sql(found?.definition ?? expect.unreachable());
  await close();
  expect((await month(caller, LAST)).closedAt).not.toBeNull();
});

test('an operator of this month has no closed month, and no month before it', async () => {
  const caller = await addCaller(database);
  await close();
  const sql = 'select from closed_usage_months where operator_id = $1';
  expect(await database.sql(sql, [caller.operatorId])).toEqual([]);
  await expect(month(caller, LAST)).rejects.toThrow('there is no usage before');
});
