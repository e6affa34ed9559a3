import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { isFull } from '../stage/size.ts';
import { rowsLookedAt, runExplained, stopAutovacuum } from '../stage/statement-plan.ts';

// PostgreSQL guesses what it knows nothing of, and guesses few rows.

/** Of each table: several batches. */
const ROWS = isFull ? 200_000 : 60_000;
const BATCH_ROWS = 20_000;

/** The tables that are read in batches, and a row of each for every `n`. */
const FILLS = {
  audit_log: `(actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
    select 'key', 'key_1', 'op_1', true, (array['lot.updated', 'session.created'])[n % 2 + 1],
      md5(n::text), jsonb_build_object('after', jsonb_build_object('source', repeat('x', 300)))`,
  search_log: `(search_id, at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
      agent_platform, found_lot_count, available_lot_count, city_id, city, country, searched_on,
      wanted_on, local_hour, logged_at, caller_ordinal, is_keyed)
    select n, now(), true, 'search', 1, 43, -79, 1000, 'x', 5, 1, 1, 'City', 'CA', current_date,
      current_date, 12, now(), 1, true`,
  search_crowds: `(crowd, livemode, on_day, dimension, city_id, label)
    select n, true, current_date, 'all', 1, 'x'`,
  conversions: `(booking_id, livemode, city_id, searched_on)
    select 'ses_' || n, true, 1, current_date`,
  occupancy_counts: `(at, lot_id, occupied, livemode, source)
    select now(), md5(n::text)::uuid, 5, true, 'report'`,
  cell_cities: '(cell, city_id) select n, 1',
  area_cells: `(kind, livemode, country, cell, named_on)
    select 'use', true, 'CA', n, current_date`,
  ordinary_days: `(opening_hours, open_minutes) select 'Mo-Fr 08:00-18:' || n, 600`,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await stopAutovacuum(database);
  for (const [table, row] of Object.entries(FILLS))
    await database.sql(
      `set session_replication_role = replica;
       insert into ${table} ${row} from generate_series(1, ${ROWS}) as n`,
    );
  await database.passHorizon();
});
afterAll(() => database.drop());

test.each([
  ['audit_read_batch', 'audit_log'],
  ['searches_read_batch', 'search_log'],
  ['search_crowds_read_batch', 'search_crowds'],
  ['conversions_read_batch', 'conversions'],
  ['occupancy_counts_read_batch', 'occupancy_counts'],
  ['cell_cities_read_batch', 'cell_cities'],
  ['area_cells_read_batch', 'area_cells'],
  ['ordinary_days_read_batch', 'ordinary_days'],
])('%s reads its own rows only, of a table that was never analysed', async (query, table) => {
  const steps = await readBatch(query, table);
  expect(steps[0]?.['Actual Rows']).toBe(BATCH_ROWS);
});

test.each<[query: string, table: string, more?: Record<string, unknown>]>([
  ['cells_read_batch', 'audit_log'],
  ['listings_read_batch', 'audit_log', { livemode: true }],
  ['conversions_find', 'audit_log', { settledSeconds: 0 }],
  ['search_crowds_find', 'search_log'],
])('%s looks at the rows of its batch only, of a table never analysed', async (...of) => {
  const steps = await readBatch(...of);
  expect(steps[0]?.['Actual Rows']).toBe(1);
});

/** Reads the first batch of a table, and looks at no other rows of it. */
async function readBatch(query: string, table: string, more: Record<string, unknown> = {}) {
  const batch = { tx: '0', id: '0', rowCountMax: BATCH_ROWS };
  const steps = await runExplained(database, query, { ...batch, ...more });
  const counts = (await partsOf(table)).map((part) => rowsLookedAt(steps, part));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(BATCH_ROWS);
  return steps;
}

/** The table itself, or its partitions. */
async function partsOf(table: string): Promise<string[]> {
  const parts = await database.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and (oid = $1::regclass
       or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))`,
    [table],
  );
  return parts.map(({ name }) => name);
}
