import { beforeAll, expect, test } from 'vitest';
import { cellAt, cellCentre, cellParent } from '../../../src/geometry/cells.ts';
import { circleCap, coverCircle } from '../../../src/geometry/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../../src/geometry/great-circle.ts';
import { TILE_RESOLUTION } from '../../../src/market/cap-tree.ts';
import {
  addTile,
  type Lot,
  type Search,
  type Sums,
  type Tile,
  tileOf,
} from '../../../src/market/tile.ts';
import { randomFrom, seedOfRun } from '../../random.ts';
import { destination, placeOf } from '../places.ts';

const CIRCLE_COUNT = 10_800;
const PLACES = 1_080;
const LOTS_PER_PLACE = 20;
const SEARCHES_PER_PLACE = 10;
const OPERATORS = ['op_1', 'op_2', 'op_3', 'op_4'];

const seed = seedOfRun();
const random = randomFrom(seed);

type Town = { centre: LatLng; lots: Lot[]; searches: Search[]; tiles: Map<bigint, Tile> };
let towns: Town[];

beforeAll(() => {
  towns = Array.from({ length: PLACES }, (_, i) => townAt(placeOf(i, random)));
}, 60_000);

/** Lots and searches around a place: most of them near, a few up to 100 km away. */
function townAt(centre: LatLng): Town {
  const nearby = () => destination(centre, 100_000 * random() ** 4, 2 * Math.PI * random());
  const lots = Array.from({ length: LOTS_PER_PLACE }, () => lotAt(nearby()));
  const searches = Array.from({ length: SEARCHES_PER_PLACE }, () => searchAt(nearby()));
  const lotsByTile = Map.groupBy(lots, tileCellOf);
  const searchesByTile = Map.groupBy(searches, tileCellOf);
  const cells = new Set([...lotsByTile.keys(), ...searchesByTile.keys()]);
  const tiles = new Map(
    [...cells].map((cell) => [cell, tileOf(lotsByTile.get(cell), searchesByTile.get(cell))]),
  );
  return { centre, lots, searches, tiles };
}

const tileCellOf = ({ cell }: { cell: bigint }) => cellParent(cell, TILE_RESOLUTION);

function lotAt({ lat, lng }: LatLng): Lot {
  const rate = Math.floor(random() * 900);
  return {
    cell: cellAt(lat, lng),
    latitude: lat,
    longitude: lng,
    operator_id: OPERATORS[Math.floor(random() * OPERATORS.length)] ?? '',
    country: random() < 0.8 ? 'CA' : 'US',
    currency: random() < 0.8 ? 'cad' : 'usd',
    space_count: Math.floor(random() * 100),
    posted_hourly: random() < 0.2 ? null : rate,
    posted_daily: random() < 0.2 ? null : rate * 10,
    realised_hourly: random() < 0.5 ? null : rate + 10,
    realised_daily: random() < 0.5 ? null : rate * 9,
    observation_count: Math.floor(random() * 50),
    occupied_minutes: Math.floor(random() * 5_000),
    known_minutes: 5_000 + Math.floor(random() * 5_000),
    measured_minutes: random() < 0.5 ? 0 : Math.floor(random() * 5_000),
  };
}

function searchAt({ lat, lng }: LatLng): Search {
  const cell = cellAt(lat, lng);
  const centre = cellCentre(cell);
  const search_count = 1 + Math.floor(random() * 9);
  return { cell, latitude: centre.lat, longitude: centre.lng, search_count };
}

/**
 * Metres: the smallest and largest that callers may ask for, all magnitudes between, or the exact
 * distance of a lot.
 */
function radiusOf(i: number, centre: LatLng, { lots }: Town): number {
  if (i % 20 === 0) return 100;
  if (i % 20 === 1) return 50_000;
  const lot = i % 3 === 0 ? lots[i % lots.length] : undefined;
  const onto = lot && greatCircleMetres(centre, { lat: lot.latitude, lng: lot.longitude });
  // The edge goes through a lot, or is a millimetre to either side of it.
  if (onto !== undefined && onto < 50_000) return Math.max(0, onto + ((i % 9) / 3 - 1) / 1_000);
  return 100 * 500 ** random();
}

type Circle = { centre: LatLng; radiusM: number };

function fromTiles({ tiles }: Town, { centre, radiusM }: Circle, operatorId: string) {
  const cap = circleCap(centre, radiusM);
  const sums: Sums = { votes: [], searchCount: 0, ownLotCount: 0 };
  for (const cell of coverCircle(cap, TILE_RESOLUTION)) {
    const tile = tiles.get(cell);
    if (tile !== undefined) addTile(sums, tile, { centre, radiusM, cap }, operatorId);
  }
  const { votes, searchCount, ownLotCount } = sums;
  return {
    searchCount,
    ownLotCount,
    votes: votes
      .map(({ contributor_ids, ...rest }) => ({
        ...rest,
        contributorCount: contributor_ids.length,
      }))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

/** By the definition: every lot and search, one by one. */
function bruteForce({ lots, searches }: Town, { centre, radiusM }: Circle, operatorId: string) {
  const isIn = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
    greatCircleMetres(centre, { lat: latitude, lng: longitude }) <= radiusM;
  const inCircle = lots.filter(isIn);
  const votes = [...Map.groupBy(inCircle, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => sumOf(some));
  return {
    searchCount: add(searches.filter(isIn).map(({ search_count }) => search_count)),
    ownLotCount: inCircle.filter(({ operator_id }) => operator_id === operatorId).length,
    votes,
  };
}

const keyOf = ({ country, currency }: { country: string; currency: string }) =>
  `${country} ${currency}`;
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const least = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.min(...numbers));
const most = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.max(...numbers));

function sumOf(lots: readonly Lot[]) {
  const present = (value: (lot: Lot) => number | null) =>
    lots.map(value).filter((number) => number !== null);
  const posted = present((lot) => lot.posted_hourly);
  const best = present((lot) => lot.realised_hourly ?? lot.posted_hourly);
  const bestDaily = present((lot) => lot.realised_daily ?? lot.posted_daily);
  const paid = lots.filter((lot) => lot.realised_hourly !== null);
  return {
    country: lots[0]?.country,
    currency: lots[0]?.currency,
    lot_count: lots.length,
    space_count: add(lots.map((lot) => lot.space_count)),
    posted_count: posted.length,
    posted_hourly_sum: add(posted),
    posted_hourly_min: least(posted),
    posted_hourly_max: most(posted),
    posted_daily_sum: add(present((lot) => lot.posted_daily)),
    best_hourly_count: best.length,
    best_hourly_sum: add(best),
    best_hourly_min: least(best),
    best_hourly_max: most(best),
    best_daily_count: bestDaily.length,
    best_daily_sum: add(bestDaily),
    contributorCount: Math.min(3, new Set(paid.map((lot) => lot.operator_id)).size),
    observation_count: add(lots.map((lot) => lot.observation_count)),
    occupied_minutes: add(lots.map((lot) => lot.occupied_minutes)),
    known_minutes: add(lots.map((lot) => lot.known_minutes)),
    measured_minutes: add(lots.map((lot) => lot.measured_minutes)),
    measured_lot_count: lots.filter((lot) => lot.measured_minutes > 0).length,
  };
}

test(`a circle adds up exactly what brute force finds in it (seed ${seed})`, () => {
  let lotCount = 0;
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const town = towns[i % towns.length];
    if (town === undefined) throw new Error('no town');
    const centre = i < PLACES ? town.centre : destination(town.centre, 20_000 * random() ** 3, i);
    const circle = { centre, radiusM: radiusOf(i, centre, town) };
    const operatorId = OPERATORS[i % OPERATORS.length] ?? '';
    const expected = bruteForce(town, circle, operatorId);
    expect(fromTiles(town, circle, operatorId), JSON.stringify(circle)).toEqual(expected);
    lotCount += add(expected.votes.map((votes) => votes.lot_count));
  }
  // About half of all lots are inside, so both sides are compared.
  expect(lotCount).toBeGreaterThan((CIRCLE_COUNT * LOTS_PER_PLACE) / 5);
  expect(lotCount).toBeLessThan((CIRCLE_COUNT * LOTS_PER_PLACE * 4) / 5);
});

test('lots on the very same spot are each counted', () => {
  const lots = Array.from({ length: 100 }, () => lotAt({ lat: 43.65, lng: -79.38 }));
  const town = { centre: { lat: 43.65, lng: -79.38 }, lots, searches: [] };
  const tiles = new Map([[tileCellOf(lots[0] ?? { cell: 0n }), tileOf(lots)]]);
  for (const radiusM of [0, 100])
    expect(fromTiles({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1')).toEqual(
      bruteForce({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1'),
    );
});
