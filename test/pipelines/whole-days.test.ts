import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STEPS } from '../../pipelines/refresh.ts';
import { systemClock } from '../../src/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addSearch } from './parking.ts';

const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';
const FOUR_WEEKS_AFTER_TUESDAY = '2026-03-31';
const directory = mkdtempSync(join(tmpdir(), 'hexlot-warehouse-'));
const log = pino({ level: 'silent' });
const observe = () => undefined;
let database: TestDatabase;
let warehouse: Warehouse;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openWarehouse({ path: join(directory, 'warehouse.duckdb'), log });
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
  rmSync(directory, { recursive: true });
});

/** Builds the marts as of this instant; returns how many searches each cell has in 28 days. */
async function searchesAt(horizon: string): Promise<number[]> {
  await database.passHorizon();
  const context = { db: database.pipelines, warehouse, clock: systemClock, log, observe, horizon };
  for (const { name, run } of STEPS) if (/^(drain|build|roll)-?/.test(name)) await run(context);
  const counts: number[] = [];
  const rows = { mart: 'hex_weeks', since: 0, areGone: false };
  await warehouse.stream(rows, async (json) => {
    const cells: { search_counts: number[] }[] = JSON.parse(json);
    counts.push(...cells.map(({ search_counts }) => search_counts.at(-1) ?? 0));
  });
  return counts;
}

const searchAt = (at: string) =>
  addSearch(database, { latitude: 43.65, longitude: -79.38, at: new Date(at) });

test('28 whole days begin and end with a day, and a late row counts in any hour', async () => {
  await searchAt(`${MONDAY}T23:30:00Z`);
  expect(await searchesAt(`${MONDAY}T23:45:00.000000Z`)).toEqual([]);
  expect(await searchesAt(`${TUESDAY}T00:10:00.000000Z`)).toEqual([1, 1]);
  await searchAt(`${MONDAY}T23:40:00Z`);
  await searchAt(`${TUESDAY}T00:20:00Z`);
  expect(await searchesAt(`${TUESDAY}T01:20:00.000000Z`)).toEqual([2, 2]);
  expect(await searchesAt(`${FOUR_WEEKS_AFTER_TUESDAY}T00:01:00.000000Z`)).toEqual([1, 1]);
});
