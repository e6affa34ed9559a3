import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PIPELINES_LOCK } from '../../src/stores/warehouse/find-status.ts';
import { addSearch } from '../pipelines/stage/parking.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let warehouse: TestWarehouse;
let dir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database, undefined, { rowCountMin: 1, rowCountMax: 9 });
  dir = await mkdtemp(join(tmpdir(), 'hexlot-status-'));
});
afterAll(async () => {
  await warehouse.close();
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const statusBy =
  (run: typeof runHexlot) =>
  async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(['status', ...args], {
      HEXLOT_DATABASE_URL: database.connectionString,
      HEXLOT_DATA_DIR: dir,
    });
    expect(code, stderr).toBe(0);
    return stdout;
  };
const status = statusBy(callHexlot);
/** By a process of its own. */
const statusAlone = statusBy(runHexlot);

test('before the first refresh it says that there was none, and that no pipelines run', async () => {
  const lines = await status();
  expect(lines).toMatch(/^pipelines +not running$/m);
  expect(lines).toMatch(/^refresh +none yet$/m);
  expect(lines).toMatch(/^searches +\d+ days? in PostgreSQL$/m);
});

test('it tells the last refresh, watermarks and sizes, beside pipelines that run', async () => {
  await addSearch(database, { latitude: 43.65, longitude: -79.38 });
  await warehouse.refresh();
  const lock = await database.pipelines.tryLock(PIPELINES_LOCK);
  const found = JSON.parse(await statusAlone('--json'));
  await lock?.release();
  expect(found).toMatchObject({
    is_running: true,
    refresh: { failures: 0, failed_at: null, failure: null, age_s: expect.any(Number) },
    archive: { files: 1, rows: 1, damaged: [] },
    searches: { dropped_before: null },
    queue: [],
  });
  expect(found.refresh.steps).toContainEqual({
    name: 'drain-searches',
    rows: 1,
    ms: expect.any(Number),
  });
  const searches = found.sources.find(({ name }: { name: string }) => name === 'search_log');
  expect(searches).toMatchObject({ id: '1', age_s: expect.any(Number) });
  expect(found.database.bytes).toBeGreaterThan(1_000_000);
  expect(found.warehouse.bytes).toBeGreaterThan(1_000);
  expect(found.archive.bytes).toBeGreaterThan(100);
});

test('it tells why refreshes fail, how many in a row, and which files are damaged', async () => {
  await database.sql(`update archive_files set damage = 'missing'`);
  for (const reason of ['first', 'second'])
    await warehouse
      .refresh(() => {
        throw new Error(`the ${reason} reason`);
      })
      .catch(() => undefined);
  const lines = await status();
  expect(lines).toMatch(/failed last at .*\(2 since the last success\): the second reason/);
  expect(lines).toMatch(/^archive +search_log-\S+\.parquet \(1 row of search_log\) is missing$/m);
  await warehouse.refresh();
  expect(JSON.parse(await status('--json'))).toMatchObject({
    refresh: { failures: 0, failure: 'the second reason' },
    archive: { damaged: [] },
  });
});
