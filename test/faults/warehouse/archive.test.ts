import { copyFileSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAgentSearch, addSearch, addStay, DAY_MS } from '../../pipelines/stage/parking.ts';
import { cutIntoDays, oldestSearchDay } from '../../pipelines/stage/search-days.ts';
import {
  addWorld,
  EXPECTED_FACTS,
  expectSameMarts,
  FOUND_FACTS,
  nothingMore,
} from '../../pipelines/stage/world.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

const SIZES = { rowCountMin: 1, rowCountMax: 40 };
const DAYS = 12;
/** As many as `SEARCH_LOG_DAYS_KEPT`. */
const DAYS_KEPT = 7;

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
/** The facts of everything that was ever written. */
let facts: object[];

async function happen(): Promise<void> {
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  await addSearch(database, { latitude: 43.65 + random() / 20, longitude: -79.38 });
  await addAgentSearch(database, random);
}

/** A database with twelve days of searches, in the order of neither their days nor their ids. */
async function fill(): Promise<void> {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 4, staysPerLot: 8 });
  for (let i = 0; i < 60; i++) {
    const at = new Date(Date.now() - random() * (DAYS + 1) * DAY_MS);
    await addAgentSearch(database, random, { at });
  }
  await cutIntoDays(database, DAYS);
  warehouse = await openTestWarehouse(database, undefined, SIZES);
}

beforeAll(fill);
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});
beforeEach(() => {
  warehouse.warnings.splice(0);
});

/** Refreshes until everything is packed; what the first refresh finds, the second drains. */
async function refreshAndPack(): Promise<void> {
  await warehouse.refresh();
  for (let packed = 1; packed > 0; ) {
    const { steps } = await warehouse.refresh();
    packed = steps.find(({ name }) => name === 'pack-rows')?.rows ?? 0;
  }
}

const archived = (source: string) =>
  database.sql<{ file_name: string; damage: string | null; row_count: number }>(
    'select file_name, damage, row_count from archive_files where source = $1 order by first_batch',
    [source],
  );

async function expectFacts(): Promise<void> {
  expect(await warehouse.rows(FOUND_FACTS)).toEqual(facts);
}

/** Refreshes, and ends before anything is packed. */
async function refreshOnly(): Promise<void> {
  const ended = warehouse.refresh((point) => {
    if (point === 'pack-rows begins') throw new Error('ended');
  });
  await expect(ended).rejects.toThrow('ended');
}

test(`rows that were packed away count in a rebuild, with most days of searches dropped (seed ${seed})`, async () => {
  // What the first one finds, the second drains.
  await refreshOnly();
  const packAndRebuild = async () => {
    facts = await database.sql(EXPECTED_FACTS);
    await refreshAndPack();
    expect(await oldestSearchDay(database)).toBe(DAYS_KEPT);
    expect(await database.sql(EXPECTED_FACTS)).not.toEqual(facts);
    for (const table of ['raw_audit', 'raw_searches', 'raw_search_crowds'])
      expect(await warehouse.rows(`select * from ${table}`)).toEqual([]);
    await expectFacts();
    await warehouse.rebuild();
  };
  await expectSameMarts(database, refreshOnly, packAndRebuild, nothingMore);
  await expectFacts();
});

test('a rebuild reads the archive and drains only what came after it', async () => {
  await happen();
  facts = [];
  const { steps } = await warehouse.rebuild();
  const rows = Object.fromEntries(steps.map(({ name, rows }) => [name, rows]));
  expect(rows['load-archive']).toBeGreaterThan(100);
  expect(rows['drain-audit']).toBeLessThan(10);
  expect(rows['drain-searches']).toBe(2);
  await refreshAndPack();
  facts = await warehouse.rows(FOUND_FACTS);
});

test('a warehouse whose file was removed counts the archived rows once', async () => {
  await warehouse.release();
  rmSync(warehouse.path);
  await refreshAndPack();
  await expectFacts();
});

test('a copy of the warehouse from before files were packed starts over, and counts rows once', async () => {
  await happen();
  await refreshOnly();
  await warehouse.release();
  copyFileSync(warehouse.path, `${warehouse.path}.copy`);
  await happen();
  await refreshOnly();
  await refreshAndPack();
  facts = await warehouse.rows(FOUND_FACTS);
  renameSync(`${warehouse.path}.copy`, warehouse.path);
  await warehouse.refresh();
  expect(warehouse.warnings.join()).toContain('it does not continue its archive');
  await expectFacts();
});

test("another database does not count the archive's rows, and finds its own again", async () => {
  const other = await openTestDatabase();
  const shared = await openTestWarehouse(other, ({ log }) => open(log), SIZES);
  const { openWarehouse } = await import('../../../src/stores/open-warehouse.ts');
  const open = (log: Parameters<typeof openWarehouse>[0]['log']) =>
    openWarehouse({ path: warehouse.path, log });
  await addSearch(other, { latitude: 43.65, longitude: -79.38 });
  await warehouse.release();
  await shared.refresh();
  await shared.release();
  const count = 'select count(*)::integer as rows from fct_searches';
  expect(await warehouse.rows(count)).toEqual([{ rows: 1 }]);
  await warehouse.refresh();
  await expectFacts();
  await shared.close();
  await other.drop();
});

test('after a restore, rows from after the restored instant do not count, archived or not', async () => {
  await refreshAndPack();
  const [restored] = await database.sql<{ tx: string }>('select pg_current_xact_id()::text as tx');
  const before = await archived('search_log');
  await happen();
  await refreshAndPack();
  expect((await archived('search_log')).length).toBe(before.length + 1);
  // What a restore of the server's files undoes.
  await database.sql('alter table audit_log disable trigger user');
  for (const table of ['search_crowds', 'conversions', 'cell_cities'])
    await database.sql(`alter table ${table} disable trigger user`);
  for (const table of ['audit_log', 'search_log', 'search_crowds', 'conversions', 'cell_cities'])
    await database.sql(`delete from ${table} where tx > $1::xid8`, [restored?.tx]);
  await database.sql('delete from archive_files where last_tx > $1::xid8', [restored?.tx]);
  await database.sql(`update reading_positions set tx = $1, id = 0 where tx > $1::xid8`, [
    restored?.tx,
  ]);
  await happen();
  await refreshAndPack();
  expect(warehouse.warnings.join()).toContain('no longer holds what was drained last');
  const kinds = (await warehouse.rows(FOUND_FACTS)) as { kind: string; rows: number }[];
  const wanted = facts as { kind: string; rows: number }[];
  const rowsOf = (list: typeof kinds, kind: string) =>
    list.find((each) => each.kind === kind)?.rows;
  expect(rowsOf(kinds, 'searches')).toBe((rowsOf(wanted, 'searches') ?? 0) + 2);
  expect(rowsOf(kinds, 'stays')).toBe((rowsOf(wanted, 'stays') ?? 0) + 1);
  facts = kinds;
});

test('a file that is lost while PostgreSQL has its rows is replaced by a rebuild', async () => {
  const [first] = await archived('audit_log');
  rmSync(join(warehouse.archive, first?.file_name ?? ''));
  await warehouse.refresh();
  expect((await archived('audit_log'))[0]?.damage).toBe('missing');
  expect(warehouse.warnings.join()).toContain('a file of the archive is damaged');
  await warehouse.rebuild();
  await refreshAndPack();
  await expectFacts();
  for (const { damage } of await archived('audit_log')) expect(damage).toBeNull();
});

test('a rebuild that would lose searches is refused; put back, the file counts again', async () => {
  const [first] = await archived('search_log');
  const path = join(warehouse.archive, first?.file_name ?? '');
  renameSync(path, `${path}.away`);
  await expect(warehouse.rebuild()).rejects.toThrow('a rebuild would lose up to');
  await warehouse.refresh();
  await expectFacts();
  await warehouse.release();
  rmSync(warehouse.path);
  await warehouse.refresh();
  expect(warehouse.warnings.join()).toContain('rows are missing');
  const [{ searches } = { searches: 0 }] = (await warehouse.rows(
    'select count(*)::integer as searches from fct_searches',
  )) as { searches: number }[];
  const [kept] = await database.sql<{ searches: number }>(
    'select count(*)::integer as searches from search_log',
  );
  expect(searches).toBeGreaterThanOrEqual(kept?.searches ?? 0);
  expect((await archived('search_log'))[0]?.damage).toBe('missing');
  await warehouse.refresh();
  expect(warehouse.warnings.join()).not.toContain('starts empty');
  renameSync(`${path}.away`, path);
  await warehouse.rebuild();
  expect((await archived('search_log'))[0]?.damage).toBeNull();
  await expectFacts();
});

test('no day is dropped while a file of searches is damaged', async () => {
  const last = (await archived('search_log')).at(-1);
  const path = join(warehouse.archive, last?.file_name ?? '');
  copyFileSync(path, `${path}.away`);
  truncateSync(path, 100);
  await database.sql(`update search_log set logged_at = logged_at - interval '9 days'`);
  await warehouse.refresh();
  expect(await oldestSearchDay(database)).toBeGreaterThan(DAYS_KEPT);
  renameSync(`${path}.away`, path);
  await refreshAndPack();
  expect(await database.sql('select * from search_log')).toEqual([]);
  await expectFacts();
  await warehouse.rebuild();
  await expectFacts();
});

test('what an interrupted packing left is removed by the next', async () => {
  await happen();
  await warehouse
    .refresh((point) => {
      if (point === 'pack-rows written') throw new Error('ended');
    })
    .catch(() => undefined);
  await refreshAndPack();
  expect(readdirSync(warehouse.archive).filter((name) => !name.endsWith('.parquet'))).toEqual([]);
});
