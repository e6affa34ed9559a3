import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addSearches, byAddress, byKey, DOWNTOWN, HOUR_MS, type Wish } from './unmet.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.sql('truncate search_log, search_callers, searcher_counts'));

const NOW = { ageMs: 0 };
const times = (count: number, wish: Wish): Wish[] => Array.from({ length: count }, () => wish);
const keysOf = (operatorId: string) =>
  ['1', '2', '3'].map((name) => ({ ...byKey(`${operatorId}_${name}`), operatorId }));

/** The ordinals that were written, in the order of the searches; null: it does not count. */
async function ordinals(): Promise<(number | null)[]> {
  const rows = await database.sql<{ caller_ordinal: number | null }>(
    'select caller_ordinal from search_log order by search_id',
  );
  return rows.map(({ caller_ordinal }) => caller_ordinal);
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('twenty searches of an operator count a day and place, whatever its keys and statements', async () => {
  const wishes = keysOf('op_a').flatMap((caller) => times(8, { caller, ...NOW }));
  await addSearches(database, wishes.slice(0, 11));
  await addSearches(database, wishes.slice(11));
  expect(await ordinals()).toEqual([...upTo(20), null, null, null, null]);
});

test('without a key the twenty are of a block of addresses', async () => {
  const hosts = Array.from({ length: 10 }, (_, i) => byAddress(`2001:db8:0:${i}::1`));
  await addSearches(
    database,
    hosts.flatMap((caller) => times(3, { caller, ...NOW })),
  );
  await addSearches(database, [{ caller: byAddress('192.0.2.1'), ...NOW }]);
  expect(await ordinals()).toEqual([...upTo(20), ...Array(10).fill(null), 1]);
});

test('each world, place and day begins with 1, also for searches that are older', async () => {
  const caller = byKey('a');
  await addSearches(database, [
    { caller, ...NOW },
    { caller, ...NOW, livemode: false },
    { caller, ...NOW, centre: { ...DOWNTOWN, lat: 43.75 } },
    { caller, ageMs: 24 * HOUR_MS },
    { caller, ageMs: 72 * HOUR_MS },
    { caller, ageMs: 72 * HOUR_MS },
  ]);
  expect(await ordinals()).toEqual([1, 1, 1, 1, 1, 2]);
});

test('nobody known by neither operator nor address counts', async () => {
  const nobody = { keyId: null, operatorId: null, ip: null };
  await addSearches(database, [{ caller: nobody, ...NOW }]);
  expect(await ordinals()).toEqual([null]);
});

test('processes that write at the same time give each ordinal once', async () => {
  const callers = [...keysOf('op_a'), ...keysOf('op_b'), byAddress('192.0.2.1')];
  const batch = callers.map((caller): Wish => ({ caller, ...NOW }));
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      addSearches(database, i % 2 === 0 ? batch : batch.toReversed()),
    ),
  );
  const given = (await ordinals()).filter((ordinal) => ordinal !== null);
  const expected = [...upTo(20), ...upTo(20), ...upTo(8)];
  const ascending = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  expect(ascending(given)).toEqual(ascending(expected));
});

test('no count tells who searched, or is kept for longer than 24 hours', async () => {
  await addSearches(database, [{ caller: byKey('telltale'), ageMs: 25 * HOUR_MS }]);
  expect(await database.sql('select from searcher_counts')).toEqual([]);
  await addSearches(database, [{ caller: byKey('telltale'), ...NOW }]);
  const counts = await database.sql('select searcher::text, at, search_count from searcher_counts');
  expect(counts).toHaveLength(2);
  expect(JSON.stringify(counts)).not.toContain('telltale');
});
