import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addSearchDays,
  SEARCH_LOG_DAYS_KEPT,
} from '../../../../src/demand/searches/search-days.ts';
import { addAgentSearch } from '../../../pipelines/stage/parking.ts';
import { cutIntoDays } from '../../../pipelines/stage/search-days.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

const DAYS = 10;
const random = () => 0.5;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  for (let days = DAYS + 2; days >= 0; days--)
    await addAgentSearch(database, random, { at: new Date(Date.now() - days * 86_400_000) });
  await cutIntoDays(database, DAYS);
});
afterAll(() => database.drop());

const partitions = async () =>
  (
    await database.sql<{ name: string }>('select partition::text as name from search_log_days()')
  ).map(({ name }) => name);
const countOf = async (table: string) =>
  (await database.sql<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]
    ?.count ?? 0;
const drop = async () => {
  const [row] = await database.pipelines.query<{ droppedBefore: Date | null }>(
    'search_log_drop_day',
    { daysKept: SEARCH_LOG_DAYS_KEPT },
  );
  return row?.droppedBefore ?? null;
};

/** As if the archive and the search for crowds had got as far as this search; null: to the end. */
async function readThrough(search: { tx: string; id: string } | null): Promise<void> {
  const { tx, id } = search ?? { tx: '999999999', id: '0' };
  await database.sql('delete from archive_files');
  await database.sql(
    `insert into archive_files (source, first_batch, last_batch, first_tx, first_id, last_tx,
       last_id, row_count, file_name, byte_count, sha256)
     values ('search_log', 1, 1, '0', 0, $1, $2, 1, 'file', 1, repeat('0', 64))`,
    [tx, id],
  );
  await database.sql(`update reading_positions set tx = $1, id = $2`, [tx, id]);
}

test('partitions are made ahead with the rights of the pipelines, and once', async () => {
  const before = await partitions();
  const last = before.at(-1) ?? '';
  await database.sql(`drop table ${last}`);
  await expect(database.db.query('search_log_add_days', { daysAhead: 7 })).rejects.toThrow();
  const made = await Promise.all([1, 2, 3].map(() => addSearchDays(database.pipelines)));
  expect(made.map(({ rows }) => rows).sort()).toEqual([0, 0, 1]);
  expect(await partitions()).toEqual(before);
});

test('the API writes and the pipelines read searches of partitions that were made later', async () => {
  const before = await countOf('search_log');
  await addAgentSearch(database, random);
  expect(await countOf('search_log')).toBe(before + 1);
  await database.passHorizon();
  const rows = await database.pipelines.readTexts('searches_read_batch', {
    tx: '0',
    id: '0',
    rowCountMax: 1,
  });
  expect(rows).toHaveLength(1);
});

test('searches of a day without a partition are kept, and later days get partitions again', async () => {
  const names = await partitions();
  // As if the timetable had stood still until today.
  for (const name of names.slice(DAYS)) await database.sql(`drop table ${name}`);
  await addAgentSearch(database, random);
  const inDefault = await countOf(
    `search_log_default where logged_at >= date_trunc('day', now(), 'UTC')`,
  );
  expect(inDefault).toBe(1);
  await addSearchDays(database.pipelines);
  const made = await partitions();
  expect(made.slice(DAYS)).toEqual(names.slice(DAYS + 1));
  await addAgentSearch(database, random);
  expect(await countOf('search_log_default')).toBeGreaterThan(inDefault);
});

test('a day is dropped only once its searches are in the archive and nobody needs them', async () => {
  const names = await partitions();
  const [first = ''] = names;
  expect(await drop()).toBeNull();
  // Everything is packed except for the newest search of the first day.
  const [newest] = await database.sql<{ tx: string; id: string }>(
    `select tx::text as tx, (search_id - 1)::text as id from ${first} order by search_id desc`,
  );
  await readThrough(newest ?? null);
  await database.sql(
    `delete from search_log_default where logged_at < date_trunc('day', now(), 'UTC')`,
  );
  expect(await drop()).toBeNull();
  await readThrough(null);
  await database.sql(`update archive_files set damage = 'missing'`);
  expect(await drop()).toBeNull();
  await database.sql(`update archive_files set damage = null`);
  await database.sql(`update reading_positions set tx = '0' where reader = 'search_crowds'`);
  expect(await drop()).toBeNull();
  await readThrough(null);
  await database.sql(
    `insert into search_callers (search_id, at, caller, latitude, longitude)
     values (0, now() - interval '30 days', gen_random_uuid(), 0, 0)`,
  );
  expect(await drop()).toBeNull();
  await database.sql('delete from search_callers where search_id = 0');

  const writer = new pg.Client({ connectionString: database.connectionString });
  await writer.connect();
  await writer.query(`begin; update ${first} set radius_m = radius_m`);
  await expect(drop()).rejects.toMatchObject({ code: '55P03' });
  await writer.query('rollback');
  await writer.end();

  expect(await drop()).not.toBeNull();
  expect(await partitions()).toEqual(names.slice(1));
});

test('seven whole days stay, and what was dropped is shown by its last position', async () => {
  while ((await drop()) !== null);
  const [kept] = await database.sql<{ days: number }>(
    `select (now() at time zone 'UTC')::date - (min(to_at) at time zone 'UTC')::date as days
     from search_log_days()`,
  );
  expect(kept?.days).toBe(SEARCH_LOG_DAYS_KEPT - 1);
  const [start] = await database.sql<{ is_before: boolean; days: number }>(
    `select
       (select min(search_id) from search_log) <> id as is_before,
       (now() at time zone 'UTC')::date - (dropped_before at time zone 'UTC')::date as days
     from search_log_start`,
  );
  expect(start).toEqual({ is_before: true, days: SEARCH_LOG_DAYS_KEPT });
});

test('a search that is logged late on a day that was dropped is kept, and dropped in its turn', async () => {
  const before = await countOf('search_log');
  await database.sql(
    `insert into search_log (logged_at, livemode, kind, cell, cell_latitude, cell_longitude,
       radius_m, found_lot_count, available_lot_count)
     select now() - interval '9 days', livemode, kind, cell, cell_latitude, cell_longitude,
       radius_m, found_lot_count, available_lot_count
     from search_log limit 1`,
  );
  expect(await countOf('search_log')).toBe(before + 1);
  expect(await drop()).not.toBeNull();
  expect(await countOf('search_log')).toBe(before);
  expect(await drop()).toBeNull();
});
