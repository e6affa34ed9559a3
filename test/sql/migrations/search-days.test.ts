import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabaseBefore('000028');
});
afterAll(() => database.drop());

const INSERT = `insert into search_log (livemode, kind, cell, cell_latitude, cell_longitude,
    radius_m, found_lot_count, available_lot_count)
  select true, 'search', 617760317196730367, 43.6, -79.4, i, 1, 1 from generate_series(1, 5) i`;

test('searches from before the search log had days keep their rows, positions and numbering', async () => {
  await database.sql(INSERT);
  const rows = 'select tx::text, search_id, at, radius_m from search_log order by search_id';
  const before = await database.sql(rows);
  await migrate(database.connectionString);
  expect(await database.sql(rows)).toEqual(before);
  await database.sql(INSERT);
  const ids = await database.sql<{ search_id: number }>(
    'select search_id from search_log order by search_id',
  );
  expect(ids.map(({ search_id }) => Number(search_id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(
    await database.sql('select distinct tableoid::regclass::text as partition from search_log'),
  ).toEqual([{ partition: 'search_log_first' }]);
});

test('limits of the values of a search hold in every partition', async () => {
  await expect(
    database.sql(`insert into search_log (logged_at, livemode, kind, cell, cell_latitude,
        cell_longitude, radius_m, found_lot_count, available_lot_count)
      values (now() + interval '3 days', true, 'search', 1, 91, 0, 1, 1, 1)`),
  ).rejects.toThrow('search_log_place');
});
