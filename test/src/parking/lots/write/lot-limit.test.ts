import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../../src/access/ids.ts';
import { PLAN_LIMITS } from '../../../../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { rowsOfDetails } from '../../../../../src/imports/lots/files/batch-rows.ts';
import type { LotDetails } from '../../../../../src/parking/lots/lot-details.ts';
import { writeBatch } from '../../../../../src/parking/lots/write/batch/write-batch.ts';
import { createLot } from '../../../../../src/parking/lots/write/create-lot.ts';
import type { Querier } from '../../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { addManyLots } from '../../../../stage/many-lots.ts';
import { meanwhile } from '../../../../stage/meanwhile.ts';
import { outcomesOf } from '../../../../stage/parking.ts';

const { lots_max } = PLAN_LIMITS.free;
const refused = { code: 'CONFLICT', details: { reason: 'lot_limit', lots_max, plan: 'free' } };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** An operator of the free plan with so many lots. */
async function newOperator(count: number): Promise<Principal> {
  const caller = await addCaller(database, { plan: 'free' });
  await addManyLots(database, { operatorId: caller.operatorId, count });
  return caller;
}

let number = 0;
const details = (more: Partial<LotDetails> = {}): LotDetails => ({
  name: `Lot ${++number}`,
  lat: 41.2,
  lng: -99.61,
  total_spaces: 1,
  ...more,
});
const create = (caller: Principal, on: Querier = database.db) =>
  createLot(on, caller, details(), { requestId: 'req_test', remember: undefined });

function batch(caller: Principal, rows: LotDetails[], isAllOrNothing = false) {
  const read = rowsOfDetails(rows, (row) => row as LotDetails);
  const context = { requestId: 'req_test', remember: undefined };
  return writeBatch(database.db, caller, { ...read, isAllOrNothing }, context);
}
const rowsOf = (count: number, ref: (i: number) => string | null = () => null) =>
  Array.from({ length: count }, (_, i) => details({ ref: ref(i) }));

async function countLots({ operatorId }: Principal): Promise<number | undefined> {
  const [row] = await database.sql<{ count: number }>(
    'select count(*)::integer from lots where operator_id = $1 and deleted_at is null',
    [operatorId],
  );
  return row?.count;
}

test('batches and single lots of several keys at once never pass the limit', async () => {
  const caller = await newOperator(lots_max - 50);
  const keys = [caller, await addCaller(database, { ...caller, id: newId('key') })];
  const by = (i: number) => keys[i % 2] ?? caller;
  const batches = Array.from({ length: 8 }, (_, i) => batch(by(i), rowsOf(20)));
  const singles = Array.from({ length: 8 }, (_, i) => create(by(i)));
  await outcomesOf([...batches, ...singles]);
  expect(await countLots(caller)).toBe(lots_max);
  await expect(create(caller)).rejects.toMatchObject(refused);
});

test('lots that another transaction is about to add count', async () => {
  const caller = await newOperator(lots_max - 1);
  const outcome = await meanwhile(
    database,
    (connection) => create(caller, connection),
    () => create(caller).catch((error: unknown) => error),
  );
  expect(outcome).toMatchObject(refused);
});

test('batches of the same lots at once do not wait for each other for ever', async () => {
  const caller = await newOperator(lots_max - 40);
  const rows = rowsOf(30, (i) => `same-${i}`);
  const calls = Array.from({ length: 6 }, (_, i) =>
    batch(caller, [...(i % 2 ? rows : rows.toReversed()), ...rowsOf(5)]),
  );
  expect(await outcomesOf(calls)).toEqual({ succeeded: 6, refusals: [] });
  expect(await countLots(caller)).toBe(lots_max);
});

test('of a batch the last new rows are refused; with all or nothing, all', async () => {
  const caller = await newOperator(lots_max - 2);
  // In the order of the request, whatever the refs are.
  const rows = rowsOf(4, (i) => `ref-${9 - i}`);
  await expect(batch(caller, rows, true)).rejects.toMatchObject(refused);
  expect(await countLots(caller)).toBe(lots_max - 2);
  const results = await batch(caller, rows);
  expect(results.map(({ status }) => status)).toEqual([
    'created',
    'created',
    'rejected',
    'rejected',
  ]);
});

test('an operator above its limit changes what it has, and adds nothing', async () => {
  const caller = await newOperator(lots_max);
  const pro: Principal = { ...caller, plan: 'pro' };
  const rows = rowsOf(3, (i) => `kept-${i}`);
  await batch(pro, rows);
  const changed = rows.map((row) => ({ ...row, name: 'Changed' }));
  const results = await batch(caller, [...changed, details({ ref: 'one-more' })]);
  expect(results.map(({ status }) => status)).toEqual([
    'updated',
    'updated',
    'updated',
    'rejected',
  ]);
  expect(await countLots(caller)).toBe(lots_max + 3);
});
