import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellParent } from '../../../src/kit/geo/cells.ts';
import { type DatedWarehouse, openDatedWarehouse } from '../stage/dated-warehouse.ts';
import { addSearch } from '../stage/parking.ts';

const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';
const A_WEEK_AFTER_TUESDAY = '2026-03-10';
const FOUR_WEEKS_AFTER_TUESDAY = '2026-03-31';
let dated: DatedWarehouse;

beforeAll(async () => {
  dated = await openDatedWarehouse();
});
afterAll(() => dated.close());

/** Builds the marts as of this instant; returns how many searches an area has in 7 and 28 days. */
async function searchesAt(horizon: string): Promise<number[]> {
  await dated.build(horizon);
  const counts: number[] = [];
  const read = (mart: string, count: (area: Area) => number) =>
    dated.warehouse.stream({ mart, since: 0, areGone: false }, async (json) => {
      const areas: Area[] = JSON.parse(json);
      counts.push(...areas.map(count));
    });
  await read('search_areas', ({ search_count }) => search_count ?? 0);
  await read('search_weeks', ({ search_counts }) => total(search_counts));
  return counts;
}

type Area = { search_count: number | null; search_counts: number[] };
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

const searchAt = (at: string) =>
  addSearch(dated.database, { latitude: 43.65, longitude: -79.38, at: new Date(at) });

/** Three callers are known to have searched there on this day. */
async function addCrowd(day: string, cell: bigint): Promise<void> {
  await dated.database.sql(
    `insert into search_crowds (crowd, livemode, on_day, dimension, label)
     values (hashtext($1), true, $1::date, 'cell', $2)`,
    [day, String(cellParent(cell, 8))],
  );
}

test('whole days begin and end with a day, and a late row counts in any hour', async () => {
  const cell = await searchAt(`${MONDAY}T23:30:00Z`);
  for (const day of [MONDAY, TUESDAY]) await addCrowd(day, cell);
  for (let i = 0; i < 2; i += 1) await searchAt(`${MONDAY}T23:30:00Z`);
  expect(await searchesAt(`${MONDAY}T23:45:00.000000Z`)).toEqual([]);
  expect(await searchesAt(`${TUESDAY}T00:10:00.000000Z`)).toEqual([3, 3]);
  await searchAt(`${MONDAY}T23:40:00Z`);
  for (let i = 0; i < 3; i += 1) await searchAt(`${TUESDAY}T00:20:00Z`);
  expect(await searchesAt(`${TUESDAY}T01:20:00.000000Z`)).toEqual([4, 4]);
  expect(await searchesAt(`${A_WEEK_AFTER_TUESDAY}T00:01:00.000000Z`)).toEqual([3, 7]);
  expect(await searchesAt(`${FOUR_WEEKS_AFTER_TUESDAY}T00:01:00.000000Z`)).toEqual([3]);
});
