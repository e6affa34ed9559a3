import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeModels } from '../../../src/stores/warehouse/duckdb/models/models.ts';
import { readStatements } from '../../../src/stores/warehouse/duckdb/models/statements.ts';
import { openDuckDBWarehouse } from '../../../src/stores/warehouse/duckdb/open-duckdb-warehouse.ts';
import { addStay } from '../../pipelines/stage/parking.ts';
import { addWorld, expectSameMarts, readMarts } from '../../pipelines/stage/world.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// A warehouse that was filled by another version, whose statements differ.

const NEW_MART = 'marts.stays_by_country';

const seed = seedOfRun();
let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
/** The directory with the statements of the current version. */
let tree: string;

// Each test changes the version that the test before it left, and most of them something else.
beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, randomFrom(seed), { lots: 5, staysPerLot: 12 });
  tree = mkdtempSync(join(tmpdir(), 'hexlot-statements-'));
  cpSync('sql/warehouse', tree, { recursive: true });
  warehouse = await openTestWarehouse(database, ({ path, log }) =>
    openDuckDBWarehouse({ path, log, root: tree }),
  );
  await awayFromWholeHour();
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  rmSync(tree, { recursive: true });
  await database.drop();
});
beforeEach(async () => {
  warehouse.warnings.splice(0);
  await awayFromWholeHour();
});

/** Changes a statement: the next refresh runs a version with the changed one. */
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

/** Opens the file with the changed statements, as a process that starts does, and closes it. */
async function open(): Promise<void> {
  const { warnings } = warehouse;
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const opened = await openDuckDBWarehouse({ path: warehouse.path, log, root: tree });
  await opened.close();
}

async function refreshRows(): Promise<Record<string, number>> {
  const { steps } = await warehouse.refresh();
  return Object.fromEntries(steps.map(({ name, rows }) => [name, rows]));
}

const publicationId = async () =>
  (await database.sql<{ id: string }>('select publication_id as id from marts.publication'))[0]?.id;

const tablesOf = async (name: string) =>
  warehouse.rows(`select table_name from duckdb_tables() where table_name = '${name}'`);

test('changed comments empty nothing, and leave a refresh nothing to do', async () => {
  const before = await publicationId();
  for (const path of ['1_raw/raw_audit.table', '2_staging/stg_stays', '3_facts/fct_stays'])
    await change(path, (text) => `-- In other words.\n  ${text}`);
  const rows = await refreshRows();
  expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map((name) => [name, 0])));
  expect(await publicationId()).toBe(before);
  expect(warehouse.warnings).toEqual([]);
});

test('a changed rollup and the marts from it are computed again; raw rows and facts stay', async () => {
  const before = await readMarts(database);
  await warehouse.rows(
    `update fct_searches set agent_platform = 'kept';
     update open_stays set session_id = 'kept ' || session_id`,
  );
  await change('4_rollups/paid_stays_by_lot_hour', (text) =>
    text.replace('sum(subtotal_minor)::bigint as rev', '(3 * sum(subtotal_minor))::bigint as rev'),
  );
  // The changed rollup differs from the facts, so the unchanged check would stop the publication.
  await change('checks/stays_rollup_equals_facts', (text) =>
    text.replace('sum(subtotal_minor)', '3 * sum(subtotal_minor)'),
  );
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'drain-audit': 0, 'drain-searches': 0, 'build-facts': 0 });
  expect(rows['roll-up']).toBeGreaterThan(0);
  expect(rows['publish-marts']).toBeGreaterThanOrEqual(lotIds.length);
  expect(warehouse.warnings.join()).toContain(
    '"remade":["paid_stays_by_lot_hour","market_rate_by_lot","areas","lots_by_city",' +
      '"search_areas","search_percentiles","area_weeks","search_weeks"]',
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
])('after a changed %s readers see the same as after a rebuild', async (_, path, from, to) => {
  await change(path, (text) => text.replace(from, to));
  await addStay(database, { lotId: lotIds[1] ?? '', endedAt: new Date() });
  await database.passHorizon();
  const refresh = async () => {
    const rows = await refreshRows();
    // A stay has three audit rows: its start, its end and its payment.
    expect(rows['drain-audit']).toBe(3);
  };
  await expectSameMarts(database, refresh, warehouse.rebuild, warehouse.refresh);
});

test('after a change of what writes marts all of them are rebuilt, and nothing else', async () => {
  const before = await readMarts(database);
  await change('5_marts/mart_write', (text) => text.replace('stored.rowid', 'stored.rowid desc'));
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'drain-audit': 0, 'build-facts': 0, 'roll-up': 0 });
  expect(rows['publish-marts']).toBeGreaterThanOrEqual(lotIds.length);
  const { marts } = describeModels(readStatements()).contents;
  expect(warehouse.warnings.join()).toContain(`"remade":${JSON.stringify(marts)}`);
  expect(await readMarts(database)).toEqual(before);
});

test('with a changed raw table the warehouse starts empty, and the log says so', async () => {
  await change('1_raw/raw_searches.table', (text) =>
    text.replace('kind varchar', 'kind varchar not null'),
  );
  const rows = await refreshRows();
  expect(warehouse.warnings.join()).toContain('made by another version; starting empty');
  expect(rows['drain-audit']).toBeGreaterThan(0);
  expect(rows['drain-searches']).toBeGreaterThan(0);
});

test('a new model is filled, and a removed model leaves no table behind', async () => {
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

test('a name may change from a view to a table, to a macro and back, and may be removed', async () => {
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
    await open();
  }
  expect(await refreshRows()).toMatchObject({ 'drain-audit': 0, 'build-facts': 0 });
  expect(await warehouse.rows('select kept from stg_kept')).toEqual([{ kept: 2 }]);
  rmSync(join(tree, `${path}.sql`));
  await open();
  await expect(warehouse.rows('from stg_kept')).rejects.toThrow('does not exist');
});

test('a new mart is built and published into its table', async () => {
  await database.sql(
    `create table ${NEW_MART} (country text primary key, lot_count bigint not null);
     grant select, insert, update, delete on ${NEW_MART} to public`,
  );
  await add(
    '5_marts/2_areas/stays_by_country.table',
    `create table stays_by_country (
       country varchar, lot_count bigint, is_gone boolean, build integer);`,
  );
  await add(
    '5_marts/2_areas/stays_by_country',
    `-- key: country
-- stale: true
select country, count(*) as lot_count
from market_rate_by_lot where not is_gone group by country;`,
  );
  await warehouse.refresh();
  const counts = `select country, lot_count::integer from ${NEW_MART}`;
  const lots = `select country, count(*)::integer as lot_count
    from marts.market_rate_by_lot group by country`;
  expect(await database.sql(counts)).toEqual(await database.sql(lots));
});

test('a file of an earlier version, and a file that is no warehouse, are replaced by an empty one', async () => {
  // An earlier version reads these columns in a file of this version.
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
    await open();
    expect(await warehouse.rows('select cluster, build from warehouse_state')).toEqual([
      { cluster: '', build: 0 },
    ]);
  }
  expect(warehouse.warnings.filter((line) => line.includes('another version'))).toHaveLength(3);
  expect((await refreshRows())['drain-audit']).toBeGreaterThan(0);
});

test('a new source is drained from its first row, and the rows of others stay', async () => {
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

test('a changed check runs on the next new build, and empties nothing', async () => {
  const check = 'checks/lot_votes_in_range';
  await change(check, (text) => text.replace('posted_hourly < 0', 'true'));
  const rows = await refreshRows();
  expect(rows).toMatchObject({ 'build-facts': 0, 'roll-up': 0, 'publish-marts': 0 });
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await expect(warehouse.refresh()).rejects.toThrow('lot_votes_in_range');
  await change(check, (text) => text.replace('true', 'posted_hourly < 0'));
});

test('rows that a changed mart no longer has are removed for readers, too', async () => {
  await change('5_marts/1_places/market_rate_by_lot', (text) =>
    text.replace("status = 'active'", "status = 'active' and space_count > 1000"),
  );
  await warehouse.refresh();
  expect(await readMarts(database)).toMatchObject({ market_rate_by_lot: [] });
});
