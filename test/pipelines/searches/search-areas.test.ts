import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaCellOf } from '../../../src/demand/areas/cut-areas.ts';
import { cellAt, cellCentre, cellParent } from '../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import { DAY_MS } from '../stage/parking.ts';
import { expectSameMarts, nothingMore } from '../stage/world.ts';

const PLACES = 40;
const DAYS = 30;
/** Days on which three callers searched in one place, of the last 28, for each area. */
const CROWD_DAYS_MIN = 4;

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

/** What callers did in a place (a cell of resolution 8) on a day; 1 is yesterday. */
type Visit = { place: bigint; daysAgo: number; operatorCount: number; networkCount: number };
const visits: Visit[] = [];

const isCrowd = ({ operatorCount, networkCount }: Visit) => operatorCount + networkCount >= 3;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Places of one to three towns that lie apart, most of them near the middle of the first. */
const places = Array.from({ length: PLACES }, () => {
  const town = Math.floor(random() ** 3 * 3);
  const spread = random() ** 2 / 2;
  return cellParent(cellAt(43.6 + town + spread * random(), -79.4 + spread * random()), 8);
});

/** Everybody searches once; who searched is known by ordinals only, as in the database. */
async function add(visit: Visit): Promise<void> {
  visits.push(visit);
  const { lat, lng } = roundPoint(cellCentre(visit.place));
  const at = `${dayAgo(visit.daysAgo)}T12:${10 + Math.floor(random() * 49)}:00Z`;
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count, caller_ordinal, is_keyed)
     select $1, true, 'search', $2, $3, $4, 500, 1, 1, 1, number <= $5
     from generate_series(1, $6) as number`,
    [at, cellAt(lat, lng), lat, lng, visit.operatorCount, visit.operatorCount + visit.networkCount],
  );
  if (isCrowd(visit))
    await database.sql(
      `insert into search_crowds (crowd, livemode, on_day, dimension, label)
       values ($1, true, $2, 'cell', $3)`,
      [visits.length, dayAgo(visit.daysAgo), String(visit.place)],
    );
}

async function addDays(from: number, to: number): Promise<void> {
  for (const place of new Set(places))
    for (let daysAgo = from; daysAgo <= to; daysAgo += 1)
      if (random() < 0.3 && !visits.some((v) => v.place === place && v.daysAgo === daysAgo)) {
        const [operatorCount, networkCount] = [Math.floor(random() * 4), Math.floor(random() * 4)];
        await add({ place, daysAgo, operatorCount, networkCount });
      }
}

type Area = { cell: bigint; search_count: bigint | null; searcher_count: bigint | null };

async function areas(): Promise<Area[]> {
  const rows = await warehouse.rows(
    'select cell, search_count, searcher_count from search_areas where not is_gone order by cell',
  );
  return rows as Area[];
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** By the definitions, one visit after another. */
function countArea(all: ReadonlySet<bigint>, cell: bigint) {
  const own = visits.filter(({ place }) => (areaCellOf(place, all) ?? 0n) === cell);
  const recent = own.filter(({ daysAgo }) => daysAgo >= 1 && daysAgo <= 7);
  const days = Map.groupBy(recent, ({ daysAgo }) => daysAgo);
  const told = [...days.values()].filter((day) => day.some(isCrowd)).flat();
  const searchers = [...days.values()].map((day) =>
    Math.max(...day.map(({ operatorCount: o, networkCount: n }) => o + Math.min(o, n))),
  );
  return {
    cell,
    search_count: told.length === 0 ? null : told.map((v) => v.operatorCount + v.networkCount),
    searcher_count: told.length === 0 ? null : searchers,
    crowdDays: new Set(
      own.filter((v) => isCrowd(v) && v.daysAgo <= 28 && v.daysAgo >= 1).map((v) => v.daysAgo),
    ).size,
  };
}

/** Counts below 100 are told as they are; larger ones with two digits. */
function twoDigits(number: number): number {
  const step = 10 ** Math.max(0, String(number).length - 2);
  return Math.round(number / step) * step;
}

async function expectAreas(): Promise<bigint[]> {
  const found = await areas();
  const cells = new Set(found.map(({ cell }) => cell).filter((cell) => cell !== 0n));
  const rest = countArea(cells, 0n);
  const named = [...cells].map((cell) => countArea(cells, cell));
  const counted = rest.search_count === null ? named : [rest, ...named];
  const numbers = (list: readonly number[] | null) =>
    list === null ? null : BigInt(twoDigits(total(list)));
  expect(found, `seed ${seed}`).toEqual(
    counted.map(({ cell, search_count, searcher_count }) => ({
      cell,
      search_count: numbers(search_count),
      searcher_count: numbers(searcher_count),
    })),
  );
  return [...cells];
}

test(`areas of searches equal a count one by one, also of late rows, and of a rebuild (seed ${seed})`, async () => {
  await addDays(1, DAYS);
  await warehouse.refresh();
  const cells = await expectAreas();
  expect(cells.length, `seed ${seed}`).toBeGreaterThan(2);
  // Each area, and what is left of a divided one, if anything is.
  const all = new Set(cells);
  for (const cell of [0n, ...cells]) {
    const { crowdDays } = countArea(all, cell);
    const isEmpty = visits.every(
      ({ place, daysAgo }) => (areaCellOf(place, all) ?? 0n) !== cell || daysAgo > 28,
    );
    expect(isEmpty || crowdDays >= CROWD_DAYS_MIN, `seed ${seed}: ${cell} has ${crowdDays}`).toBe(
      true,
    );
  }
  await addDays(0, 5);
  await warehouse.refresh();
  // The partition stays for a month.
  expect(await expectAreas()).toEqual(cells);
  await expectSameMarts(database, nothingMore, warehouse.rebuild, warehouse.refresh);
});
