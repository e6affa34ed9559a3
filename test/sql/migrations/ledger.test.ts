import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { checkBooksAlike } from '../../books-alike.ts';
import { addRefunds, addStays, stayOf } from '../../src/money/payouts/ledger.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

// Stays and refunds from before there was a ledger.

/** More than two runs of the statement that makes their entries. */
const STAYS = 4_100;

let database: TestDatabase;
let movementsBefore: object[];

beforeAll(async () => {
  database = await openDatabaseBefore('000087');
  const caller = await addCaller(database);
  const lotId = await addLot(database, { operator_id: caller.operatorId });
  const stays = Array.from({ length: STAYS }, (_, n) => {
    const capturedAt = new Date(Date.UTC(2025, n % 12, 3));
    if (n % 10 === 1) return stayOf(caller, { lotId, source: 'import', capturedAt: null });
    if (n % 10 === 2) return stayOf(caller, { lotId, status: 'ending', capturedAt: null });
    return stayOf(caller, { lotId, capturedAt, subtotalMinor: 1_000 + n });
  });
  await addStays(database, stays);
  await addRefunds(
    database,
    stays
      .filter(({ capturedAt }) => capturedAt !== null)
      .map((stay, n) => ({
        stay,
        status: (['succeeded', 'failed', 'pending'] as const)[n % 3] ?? 'failed',
        settledAt: n % 3 === 2 ? null : stay.capturedAt,
        amountMinor: 100 + n,
        feeMinor: 10,
      })),
  );
  movementsBefore = await movements();
  await migrate(database.connectionString, { before: '000088' });
});
afterAll(() => database.drop());

function movements(): Promise<object[]> {
  return database.sql(
    `select operator_id, lot_id, currency, at, sum(session_count) as stays,
       sum(gross_minor) as gross, sum(platform_fee_minor) as fee, sum(refunds_minor) as refunds
     from payout_movements group by 1, 2, 3, 4 order by 4`,
  );
}

test('each stay and refund of before has one entry, and payouts are what they were', async () => {
  expect(movementsBefore).toHaveLength(12);
  const [late] = await database.sql<{ session_id: string }>(
    "select session_id from sessions where status = 'ending' order by session_id limit 1",
  );
  await migrate(database.connectionString, { before: '000089' });
  expect(await movements()).toEqual(movementsBefore);
  await migrate(database.connectionString);
  expect(await movements()).toEqual(movementsBefore);
  await checkBooksAlike(database);
  // The trigger was there before the entries of earlier stays.
  await database.sql(
    `update sessions set status = 'completed', captured_at = '2025-06-03' where session_id = $1`,
    [late?.session_id],
  );
  await checkBooksAlike(database);
});

test('a stay that is captured before its turn comes has one entry, too', async () => {
  const other = await openDatabaseBefore('000087');
  const caller = await addCaller(other);
  const lotId = await addLot(other, { operator_id: caller.operatorId });
  const stay = stayOf(caller, { lotId, status: 'ending', capturedAt: null });
  await addStays(other, [stay, stayOf(caller, { lotId })]);
  await migrate(other.connectionString, { before: '000088' });
  await other.sql(
    "update sessions set status = 'completed', captured_at = now() where session_id = $1",
    [stay.sessionId],
  );
  await migrate(other.connectionString);
  const [count] = await other.sql<{ count: number }>('select count(*)::integer from ledger');
  expect(count?.count).toBe(2);
  await checkBooksAlike(other);
  await other.drop();
});
