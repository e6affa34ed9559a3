import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDuckDBWarehouse } from '../../src/stores/warehouse/duckdb/open-duckdb-warehouse.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { addStay } from './parking.ts';
import { addWorld, awayFromWholeHour, expectSameMarts, readMarts } from './world.ts';

// A warehouse that another version has filled, with statements of its own.

const NEW_MART = 'marts.stays_by_country';

const seed = seedOfRun();
let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
/** The statements of the version that runs. */
let tree: string;

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, randomFrom(seed), { lots: 5, staysPerLot: 12 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await awayFromWholeHour();
  tree = mkdtempSync(join(tmpdir(), 'hexlot-statements-'));
  cpSync('sql/warehouse', tree, { recursive: true });
  warehouse = await openTestWarehouse(database, ({ path, log }) =>
    openDuckDBWarehouse({ path, log, root: tree }),
  );
  await warehouse.refresh();
  return async () => {
    await warehouse.close();
    rmSync(tree, { recursive: true });
  };
});

/** The next refresh is that of a version with this statement. */
async function change(path: string, edit: (text: string) => string): Promise<void> {
  await warehouse.release();
  const file = join(tree, `${path}.sql`);
  const text = readFileSync(file, 'utf8');
  if (edit(text) === text) throw new Error(`${path} is as it was`);
  writeFileSync(file, edit(text));
}

async function add(path: string, text: string): Promise<void> {
  await warehouse.release();
  writeFileSync(join(tree, `${path}.sql`), text);
}

async function refreshRows(): Promise<Record<string, number>> {
  const { steps } = await warehouse.refresh();
  return Object.fromEntries(steps.map(({ name, rows }) => [name, rows]));
}

const publicationId = async () =>
  (await database.sql<{ id: string }>('select publication_id as id from marts.publication'))[0]?.id;

const tablesOf = async (name: string) =>
  warehouse.rows(`select table_name from duckdb_tables() where table_name = '${name}'`);

test('another comment in every statement leaves all as it is, and nothing to do', async () => {
  const before = await publicationId();
  for (const path of ['1_raw/raw_audit.table', '2_staging/stg_stays', '3_facts/fct_stays'])
    await change(path, (text) => `-- In other words.\n  ${text}`);
  const rows = await refreshRows();
  expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map((name) => [name, 0])));
  expect(await publicationId()).toBe(before);
  expect(warehouse.warnings).toEqual([]);
});

test('another check is run on what is new, and leaves all as it is', async () => {
  await change('checks/lot_votes_in_range', (text) => text.replace('posted_hourly < 0', 'true'));
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'build-facts': 0, 'roll-up': 0, 'publish-marts': 0 });
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await expect(warehouse.refresh()).rejects.toThrow('lot_votes_in_range');
});

test('with another rollup it is made anew, and the marts upon it; raw rows and facts stay', async () => {
  const before = await readMarts(database);
  await warehouse.rows(
    `update fct_searches set agent_platform = 'kept';
     update open_stays set session_id = 'kept ' || session_id`,
  );
  await change('4_rollups/paid_stays_by_lot_hour', (text) =>
    text.replace('sum(subtotal_minor)::bigint as rev', '(3 * sum(subtotal_minor))::bigint as rev'),
  );
  // The facts disagree with it now, and would stop the publication.
  await change('checks/stays_rollup_equals_facts', (text) =>
    text.replace('sum(subtotal_minor)', '3 * sum(subtotal_minor)'),
  );
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'drain-audit': 0, 'drain-searches': 0, 'build-facts': 0 });
  expect(rows['roll-up']).toBeGreaterThan(0);
  expect(rows['publish-marts']).toBeGreaterThanOrEqual(lotIds.length);
  expect(warehouse.warnings.join()).toContain(
    '"remade":["paid_stays_by_lot_hour","market_rate_by_lot","search_percentiles"]',
  );
  expect(
    await warehouse.rows(
      `select
         (select count(*) from fct_searches) > 0 as has_searches,
         (select bool_and(agent_platform = 'kept') from fct_searches) as has_facts,
         (select bool_and(session_id like 'kept %') from open_stays) as has_rollup`,
    ),
  ).toEqual([{ has_searches: true, has_facts: true, has_rollup: true }]);
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
  expect(await readMarts(database)).not.toEqual(before);
});

test.each([
  ['view', '2_staging/stg_lot_changes', '7) + 0 as latitude', '2) + 0 as latitude'],
  ['mart', '5_marts/1_places/market_rate_by_lot', '+ 12) // 24', '+ 13) // 24'],
])(
  'with another %s readers see what a warehouse from nothing gives them',
  async (_, path, from, to) => {
    await change(path, (text) => text.replace(from, to));
    await addStay(database, { lotId: lotIds[1] ?? '', endedAt: new Date() });
    await database.passHorizon();
    const refresh = async () => {
      const rows = await refreshRows();
      // One stay is two audit rows and its payment's.
      expect(rows['drain-audit']).toBe(3);
    };
    await expectSameMarts(database, refresh, warehouse.rebuild);
  },
);

test('rows that another mart would no longer have are gone for readers as well', async () => {
  await change('5_marts/1_places/market_rate_by_lot', (text) =>
    text.replace("status = 'active'", "status = 'active' and space_count > 1000"),
  );
  await warehouse.refresh();
  expect(await readMarts(database)).toMatchObject({ market_rate_by_lot: [] });
});

test('another raw table starts from nothing, and says so', async () => {
  await change('1_raw/raw_searches.table', (text) =>
    text.replace('kind varchar not null', 'kind varchar'),
  );
  const rows = await refreshRows();
  expect(warehouse.warnings.join()).toContain('made by another version: starting from nothing');
  expect(rows['drain-audit']).toBeGreaterThan(0);
  expect(rows['drain-searches']).toBeGreaterThan(0);
});

test('a model that is new is filled, and one that is no more leaves nothing behind', async () => {
  const path = '4_rollups/starts_by_lot';
  await add(`${path}.table`, '-- Starts.\ncreate table starts_by_lot (lot_id uuid);\n');
  await add(
    path,
    `insert into starts_by_lot by name
     with starts as (from fct_session_starts where batch > $from and batch <= $through)
     select lot_id from starts;\n`,
  );
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'drain-audit': 0, 'build-facts': 0 });
  const [starts] = await warehouse.rows(
    `select (select count(*) from starts_by_lot) = (select count(*) from fct_session_starts)
       as same`,
  );
  expect(starts).toEqual({ same: true });
  rmSync(join(tree, `${path}.table.sql`));
  rmSync(join(tree, `${path}.sql`));
  expect(await refreshRows()).toMatchObject({ 'drain-audit': 0, 'build-facts': 0, 'roll-up': 0 });
  expect(await tablesOf('starts_by_lot')).toEqual([]);
});

test('what was a table may become a view and a macro, and be no more', async () => {
  const path = '2_staging/stg_kept';
  for (const [folder, text] of [
    [path, '-- A view.\ncreate view stg_kept as select 1 as kept;\n'],
    ['3_facts/stg_kept.table', '-- A table.\ncreate table stg_kept (id integer);\n'],
    [path, '-- A macro.\ncreate macro stg_kept(x) as x + 1;\n'],
    [path, '-- A view again.\ncreate view stg_kept as select 2 as kept;\n'],
  ] as const) {
    for (const each of [path, '3_facts/stg_kept.table'])
      rmSync(join(tree, `${each}.sql`), { force: true });
    await add(folder, text);
    expect(await refreshRows()).toMatchObject({ 'drain-audit': 0, 'build-facts': 0 });
  }
  expect(await warehouse.rows('select kept from stg_kept')).toEqual([{ kept: 2 }]);
  rmSync(join(tree, `${path}.sql`));
  await warehouse.refresh();
  await expect(warehouse.rows('from stg_kept')).rejects.toThrow('does not exist');
});

test('a mart that is new is built, and published into its table', async () => {
  await database.sql(
    `create table ${NEW_MART} (country text primary key, lot_count bigint not null);
     grant select, insert, delete on ${NEW_MART} to public`,
  );
  await add(
    '5_marts/2_countries/stays_by_country.table',
    `create table stays_by_country (
       country varchar, lot_count bigint, is_gone boolean, build integer);`,
  );
  await add(
    '5_marts/2_countries/stays_by_country',
    `merge into stays_by_country using (
       select country, count(*) as lot_count, false as is_gone, $build::integer as build
       from market_rate_by_lot where not is_gone group by country
     ) using (country)
     when matched then update by name when not matched then insert by name;`,
  );
  await warehouse.refresh();
  const counts = `select country, lot_count::integer from ${NEW_MART}`;
  const lots = `select country, count(*)::integer as lot_count
    from marts.market_rate_by_lot group by country`;
  expect(await database.sql(counts)).toEqual(await database.sql(lots));
});

test('a file of the version before this one, and one that is none, start from nothing', async () => {
  // What that version looks for in a file of this one.
  const [row] = await warehouse.rows(
    `select fingerprint, strftime(as_of at time zone 'UTC', '%Y') as year from warehouse_state`,
  );
  expect(row).toEqual({
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    year: expect.any(String),
  });
  for (const make of [
    `create table warehouse_state (fingerprint varchar, cluster varchar, build integer,
       audit_batch integer, search_batch integer, as_of timestamptz, publication_id varchar,
       published_build integer, published_audit_batch integer, published_search_batch integer);
     insert into warehouse_state values ('0a1b', 'x', 1, 1, 1, now(), 'y', 1, 1, 1)`,
    'create table warehouse_state (cluster varchar)',
    'create table something (id integer)',
  ]) {
    await warehouse.release();
    for (const end of ['', '.wal']) rmSync(`${warehouse.path}${end}`, { force: true });
    await warehouse.rows(make);
    const rows = await refreshRows();
    expect(rows['drain-audit']).toBeGreaterThan(0);
  }
  expect(warehouse.warnings.filter((line) => line.includes('another version'))).toHaveLength(3);
});

test('a source that is new is drained from its beginning, and the others stay as they are', async () => {
  await warehouse.rows(`
    drop table raw_searches;
    delete from relations where name = 'raw_searches';
    update raw_audit set agent_platform = 'kept'`);
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'drain-audit': 0, 'drain-searches': lotIds.length });
  const [raw] = await warehouse.rows(
    `select bool_and(agent_platform = 'kept') as is_kept from raw_audit`,
  );
  expect(raw).toEqual({ is_kept: true });
});
