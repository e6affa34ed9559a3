import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDuckDBWarehouse } from '../../../src/stores/warehouse/duckdb/open-duckdb-warehouse.ts';
import { addWorld, expectSameMarts } from '../../pipelines/stage/world.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// A new version with other statements, after the rows that they read were packed away.

const SIZES = { rowCountMin: 1, rowCountMax: 1_000 };

let database: TestDatabase;
let warehouse: TestWarehouse;
let tree: string;

beforeAll(async () => {
  database = await openTestDatabase();
  await addWorld(database, randomFrom(seedOfRun()), { lots: 3, staysPerLot: 5 });
  tree = mkdtempSync(join(tmpdir(), 'hexlot-statements-'));
  cpSync('sql/warehouse', tree, { recursive: true });
  const open = (options: Parameters<typeof openDuckDBWarehouse>[0]) =>
    openDuckDBWarehouse({ ...options, root: tree });
  warehouse = await openTestWarehouse(database, open, SIZES);
  await warehouse.refresh();
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  rmSync(tree, { recursive: true });
  await database.drop();
});

async function refreshChanged(path: string, from: string, to: string) {
  await warehouse.release();
  const file = join(tree, `${path}.sql`);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} is as it was`);
  writeFileSync(file, text.replace(from, to));
  const { steps } = await warehouse.refresh();
  expect(warehouse.warnings.join()).toContain('models of the warehouse have changed');
  return Object.fromEntries(steps.map(({ name, rows }) => [name, rows]));
}

test('a changed mart is computed again without the archive', async () => {
  expect(await warehouse.rows('from raw_audit')).toEqual([]);
  const rows = await refreshChanged(
    '5_marts/1_places/market_rate_by_lot',
    '+ 12) // 24',
    '+ 13) // 24',
  );
  expect(rows['load-archive']).toBe(0);
  expect(rows['publish-marts']).toBeGreaterThan(0);
});

test('a changed fact reads the archive of its source again, and what it read leaves again', async () => {
  let rows: Record<string, number> = {};
  await expectSameMarts(database, warehouse.refresh, async () => {
    rows = await refreshChanged('3_facts/fct_stays', 'greatest(1, ', 'greatest(1 + 0, ');
  });
  const [packed] = await database.sql<{ rows: number }>(
    `select sum(row_count)::integer as rows from archive_files where source = 'audit_log'`,
  );
  expect(rows).toMatchObject({ 'load-archive': packed?.rows, 'drain-audit': 0 });
  expect(await warehouse.rows('from raw_audit')).toEqual([]);
});
