import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { rowsLookedAt, runExplained } from '../statement-plan.ts';

// PostgreSQL guesses what it knows nothing of, and guesses few rows.

const ROWS = 200_000;
const BATCH_ROWS = 20_000;

/** The tables that are read in batches, and one row of each for every `n`. */
const FILLS = {
  audit: `audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
    select 'key', 'key_1', 'op_1', true, 'session.created', 'ses_' || n,
      jsonb_build_object('after', jsonb_build_object('source', repeat('x', 300)))`,
  searches: `search_log (search_id, at, livemode, kind, cell, cell_latitude, cell_longitude,
      radius_m, agent_platform, found_lot_count, available_lot_count, city_id, city, country,
      searched_on, wanted_on, local_hour, logged_at, caller_ordinal, is_keyed)
    select n, now(), true, 'search', 1, 43, -79, 1000, 'x', 5, 1, 1, 'City', 'CA',
      current_date, current_date, 12, now(), 1, true`,
  search_crowds: `search_crowds (crowd, livemode, on_day, dimension, city_id, label)
    select n, true, current_date, 'all', 1, 'x'`,
  conversions: `conversions (booking_id, livemode, city_id, searched_on)
    select 'ses_' || n, true, 1, current_date`,
  occupancy_counts: `occupancy_counts (at, lot_id, occupied, livemode, source)
    select now(), md5(n::text)::uuid, 5, true, 'report'`,
  cell_cities: 'cell_cities (cell, city_id) select n, 1',
  area_cells: `area_cells (kind, livemode, country, cell, named_on)
    select 'use', true, 'CA', n, current_date`,
  ordinary_days: `ordinary_days (opening_hours, open_minutes)
    select 'Mo-Fr 08:00-18:' || n, 600`,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe.each(Object.entries(FILLS))('%s', (source, fill) => {
  test('a batch of a table that was never analysed reads its own rows only', async () => {
    const [table = ''] = fill.split(' ');
    const filled = await fillUnanalysed(table, fill);
    const values = { tx: '0', id: '0', row_count_max: BATCH_ROWS };
    const steps = await runExplained(database, `${source}_read_batch`, values);
    expect(steps[0]?.['Actual Rows']).toBe(BATCH_ROWS);
    const looked = filled.map((each) => rowsLookedAt(steps, each));
    expect(looked.reduce((sum, count) => sum + count, 0)).toBe(BATCH_ROWS);
  });
});

/** Fills a table that autovacuum leaves alone, and names it, or its partitions. */
async function fillUnanalysed(table: string, fill: string): Promise<string[]> {
  const rows = await database.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and (oid = $1::regclass
       or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  for (const name of names)
    await database.sql(`alter table ${name} set (autovacuum_enabled = off)`);
  await database.sql(
    `set session_replication_role = replica;
     insert into ${fill} from generate_series(1, ${ROWS}) as n`,
  );
  return names;
}
