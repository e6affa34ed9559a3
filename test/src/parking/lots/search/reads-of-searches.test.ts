import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LatLng } from '../../../../../src/kit/geo/great-circle.ts';
import type { LotSearch } from '../../../../../src/parking/lots/search/match/lot-search.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import {
  type LotTiles,
  openLotTiles,
} from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { countReads } from '../../../counted-reads.ts';
import { addManyLots } from '../../../many-lots.ts';
import { destination } from '../../../places.ts';
import { searchOf } from './search-of.ts';

const PAGE = 10;
const RADIUS_M = 30_000;
/** Lots within 900 m of each place; the others are 9 km away and more. */
const NEAR = 60;
const CITY = { place: { lat: 43.6532, lng: -79.3832 }, far: 2_000 };
const TOWN = { place: { lat: 52.4, lng: 13.1 }, far: 200 };
const LOTS = 2 * NEAR + CITY.far + TOWN.far;
const KEPT = { lotsKeptMax: LOTS / 10, describedKeptMax: LOTS / 10 };
/** A look at what changed is a row; a tile that was missing needs two. */
const LOOKS_MAX = 3;
const LOT_BYTES_MAX = 1_000;

const seed = seedOfRun();
const random = randomFrom(seed);

let database: TestDatabase;
let reads: ReturnType<typeof countReads>;

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
  const { operatorId } = await addCaller(database);
  for (const { place: around, far: count } of [CITY, TOWN]) {
    await addManyLots(database, operatorId, { count: NEAR, metres: 900, around });
    const metres = RADIUS_M;
    await addManyLots(database, operatorId, { count, fromMetres: 9_000, metres, around });
  }
  await database.sql('analyze lots');
});
afterAll(() => database.drop());

const find = (
  lotTiles: LotTiles,
  centre: LatLng,
  radiusM = RADIUS_M,
  sort: LotSearch['sort'] = 'distance',
) =>
  searchLots(
    { db: reads.db, lotTiles },
    searchOf({ centre, radiusM, sort, limit: PAGE }),
    Date.now(),
    null,
  );

/** Searches all around a place, so that little of what was read before is kept. */
async function searchEverywhere(lotTiles: LotTiles): Promise<void> {
  for (let i = 0; i < 40; i += 1)
    await find(lotTiles, destination(CITY.place, 9_000 + 500 * i, i), 3_000);
}

test('a search reads the lots around its place and the page, however many lots its circle has', async () => {
  const lotTiles = openLotTiles(reads.db, KEPT);
  const rows: number[] = [];
  for (const { place } of [CITY, TOWN]) {
    await searchEverywhere(lotTiles);
    const read = await reads.readsOf(() => find(lotTiles, place));
    expect(read.rows).toBeLessThanOrEqual(NEAR + PAGE + LOOKS_MAX);
    expect(read.statements).toBeLessThanOrEqual(LOOKS_MAX + 2);
    expect(read.bytes).toBeLessThan(read.rows * LOT_BYTES_MAX);
    rows.push(read.rows);
  }
  expect(rows[0]).toBe(rows[1]);
});

test('a search looks at no lots in memory but those around its place', async () => {
  const kept = openLotTiles(reads.db);
  let lookedAt = 0;
  const lotTiles: LotTiles = {
    ...kept,
    async read(...asked) {
      const area = await kept.read(...asked);
      lookedAt += area.lots.length;
      return area;
    },
  };
  await find(lotTiles, CITY.place);
  expect(lookedAt).toBe(NEAR);
});

test(`with ten times as many lots as are kept, a page reads its own lots only (seed ${seed})`, async () => {
  const { describedKeptMax } = KEPT;
  const lotTiles = openLotTiles(reads.db, { describedKeptMax });
  await find(lotTiles, CITY.place, 2 * RADIUS_M, 'price');
  let readCount = 0;
  for (let i = 0; i < 2 * describedKeptMax; i += 1) {
    const centre = destination(CITY.place, 25_000 * Math.sqrt(random()), 7 * random());
    const read = await reads.readsOf(() => find(lotTiles, centre, 3_000));
    expect(read.statements).toBeLessThanOrEqual(2);
    expect(read.rows).toBeLessThanOrEqual(1 + PAGE);
    readCount += read.rows - 1;
  }
  expect(readCount).toBeGreaterThan(describedKeptMax);
});

test('what is kept is not read again: a search is one look at what changed', async () => {
  const lotTiles = openLotTiles(reads.db);
  // The second looks as far as the lots that the first one read let it hope for.
  for (let i = 0; i < 2; i += 1) await find(lotTiles, CITY.place);
  const again = await reads.readsOf(() => find(lotTiles, CITY.place));
  expect(again).toMatchObject({ statements: 1, rows: 1 });
});
