import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reasonOf } from '../../pipelines/failures.ts';
import { CheckFailed } from '../../pipelines/steps/check-marts.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import { findStatus } from '../../src/stores/warehouse/find-status.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addSearch } from './stage/parking.ts';
import { addWorld, readMarts } from './stage/world.ts';

const PLACE = { latitude: 43.65, longitude: -79.38 };
let database: TestDatabase;
let warehouse: TestWarehouse;
/** The models whose advance fails, and the sources whose load does. */
let broken: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await addWorld(database, randomFrom(seedOfRun()), { lots: 2, staysPerLot: 2 });
  warehouse = await openTestWarehouse(database, async (options) => {
    const opened: Warehouse = await openWarehouse(options);
    return {
      ...opened,
      load: (batch, onWritten) => failIf(batch.source) ?? opened.load(batch, onWritten),
      advance: (model, through, onWritten) =>
        failIf(model) ?? opened.advance(model, through, onWritten),
    };
  });
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});
beforeEach(() => {
  broken = [];
});

function failIf(name: string): Promise<never> | undefined {
  if (!broken.includes(name)) return undefined;
  return Promise.reject(new Error(`Out of Memory Error: no room for 'ABC 123' (${name})`));
}

const asOf = async () =>
  (await database.sql('select as_of, publication_id from marts.publication'))[0];
const searchesMade = async () =>
  ((await database.sql('select count(*)::integer as n from search_log')) as { n: number }[])[0]?.n;
const failing = async () => (await findStatus(database.pipelines)).refresh.failing;
const rowsOf = async (table: string) =>
  ((await warehouse.rows(`select count(*)::integer as n from ${table}`)) as { n: number }[])[0]?.n;

test('a model that fails holds up what reads it; other facts, drains and packing go on', async () => {
  const published = await asOf();
  const marts = await readMarts(database);
  const stays = await rowsOf('fct_stays');
  await addWorld(database, randomFrom(seedOfRun()), { lots: 2, staysPerLot: 2 });
  await addSearch(database, PLACE);
  broken = ['fct_stays'];
  await expect(warehouse.refresh()).rejects.toThrow('Out of Memory Error');
  await expect(warehouse.refresh()).rejects.toThrow('Out of Memory Error');
  expect(await rowsOf('fct_searches')).toBe(await searchesMade());
  expect(await rowsOf('searches_by_cell_hour')).toBeGreaterThan(0);
  expect(await rowsOf('fct_stays')).toBe(stays);
  expect(await rowsOf('fct_paid_stays')).toBe(stays);
  // Readers have the old edition, with its own instant.
  expect(await asOf()).toEqual(published);
  expect(await readMarts(database)).toEqual(marts);
  expect(await failing()).toEqual([
    {
      name: 'fct_stays',
      since: expect.any(String),
      failed_at: expect.any(String),
      failure_count: 2,
      reason: 'Out of Memory Error: no room for',
    },
  ]);

  broken = [];
  await warehouse.refresh();
  expect(await failing()).toEqual([]);
  expect(await asOf()).not.toEqual(published);
  expect(await rowsOf('fct_stays')).toBeGreaterThan(stays ?? 0);
  expect(await rowsOf('fct_paid_stays')).toBeGreaterThan(stays ?? 0);
});

test('a source that cannot be drained leaves the others to be drained, and no edition is made', async () => {
  const published = await asOf();
  await addSearch(database, PLACE);
  await addWorld(database, randomFrom(seedOfRun()), { lots: 1, staysPerLot: 1 });
  broken = ['audit_log'];
  await expect(warehouse.refresh()).rejects.toThrow('Out of Memory Error');
  expect(await rowsOf('fct_searches')).toBe(await searchesMade());
  expect(await asOf()).toEqual(published);
  expect((await failing()).map(({ name }) => name)).toEqual(['drain-audit']);
});

test.each([
  [
    new Error("Conversion Error: Could not convert string 'ABC 123' to INT32"),
    /^Conversion Error: Could not convert string$/,
  ],
  [
    new CheckFailed('areas_in_range', [{ operator_id: 'op_x' }]),
    /^check areas_in_range found 1 row$/,
  ],
  [new Error('first line\nop_secret'), /^first line$/],
  [new Error('Malformed JSON: Input: "{"plate": "ABC 123"'), /^Malformed JSON: Input:$/],
])('a reason has no values: %s', (error, reason) => {
  expect(reasonOf(error)).toMatch(reason);
  expect(reasonOf(error)).not.toMatch(/ABC 123|op_/);
});
