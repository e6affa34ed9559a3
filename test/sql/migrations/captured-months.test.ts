import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { sumMonthGross } from '../../../src/tariffs/month-gross.ts';
import { addStays, stayOf } from '../../src/money/payouts/ledger.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

// The month in which the counting began is added up, and later months are counted.

const NOW = new Date();
const monthsAhead = (months: number) =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + months, 2));

let database: TestDatabase;
let caller: Principal;
let lotId: string;

beforeAll(async () => {
  database = await openDatabaseBefore('000073');
  caller = await addCaller(database, { plan: 'enterprise' });
  lotId = await addLot(database, { operator_id: caller.operatorId });
  await sell(0);
  await migrate(database.connectionString);
});
afterAll(() => database.drop());

const sell = (month: number) =>
  addStays(database, [stayOf(caller, { lotId, capturedAt: monthsAhead(month) })]);

async function grossOf(month: number): Promise<number> {
  const when = { at: monthsAhead(month), currency: null };
  return Number((await sumMonthGross(database.owner, caller, when)).get('cad') ?? 0);
}

/** What the rows of the stays themselves say. */
async function paidIn(month: number): Promise<number> {
  const [row] = await database.sql<{ sum: string | null }>(
    `select sum(subtotal_minor)::text as sum from sessions
     where date_trunc('month', captured_at, 'UTC') = date_trunc('month', $1::timestamptz, 'UTC')`,
    [monthsAhead(month)],
  );
  return Number(row?.sum ?? 0);
}

test('stays from before the migration and after it count in the month in which it ran', async () => {
  const before = await grossOf(0);
  await sell(0);
  expect(before).toBeGreaterThan(0);
  expect(await grossOf(0)).toBe(2 * before);
});

test('a later month is counted, also when a stay is corrected by hand', async () => {
  for (let stay = 0; stay < 40; stay += 1) await sell(1);
  expect(await grossOf(1)).toBe(await paidIn(1));
  await database.sql(
    `update sessions set subtotal_minor = subtotal_minor + 5
     where captured_at = (select max(captured_at) from sessions)`,
  );
  expect(await grossOf(1)).toBe(await paidIn(1));
  await database.sql('update sessions set captured_at = $1 where captured_at > $2', [
    monthsAhead(2),
    monthsAhead(0),
  ]);
  expect([await grossOf(1), await grossOf(2)]).toEqual([0, await paidIn(2)]);
  const rows = await database.sql('select slot from captured_months where gross_minor > 0');
  expect(rows.length).toBeGreaterThan(2);
});
