import { beforeAll, expect, test } from 'vitest';
import { searchedShare } from '../../../../src/demand/areas/demand-score.ts';
import type { DisclosedArea } from '../../../../src/demand/areas/disclosed-area.ts';
import {
  countMeasured,
  demandOf,
  occupancyBasisOf,
} from '../../../../src/demand/rates/circle-demand.ts';
import { rateOf } from '../../../../src/demand/rates/circle-rate.ts';
import { countLots, operatorsOf, sumCircle } from '../../../../src/demand/rates/circle-sums.ts';
import { lightenCircle, sumOwn } from '../../../../src/demand/rates/own-sums.ts';
import { twoDigits } from '../../../../src/demand/rates/two-digits.ts';
import { TILE_RESOLUTION } from '../../../../src/demand/tiles/cap-tree.ts';
import { type Tile, tileOf } from '../../../../src/demand/tiles/tile.ts';
import type { Around, PublishedLot } from '../../../../src/demand/tiles/tile-lots.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { circleCap, coverCircle } from '../../../../src/kit/geo/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';
import { destination, placeOf } from '../../places.ts';
import {
  byFrequency,
  figureOf,
  isHalf,
  lotsWithin,
  shareOf,
  weightOf,
} from '../market/circle-oracle.ts';

const CIRCLE_COUNT = isFull ? 5_400 : 1_800;
const PLACES = isFull ? 540 : 180;
const LOTS_PER_PLACE = 60;
const CHANGED_TOWNS = 100;
const OPERATORS = ['op_1', 'op_2', 'op_3', 'op_4', 'op_5', 'op_6'];

const seed = seedOfRun();
const random = randomFrom(seed);
const maybe = <T>(share: number, value: T) => (random() < share ? value : null);

/** Only one of the two countries has percentiles. */
const PERCENTILES: Record<
  string,
  { country: string; percentile: number; searcher_count: number }[]
> = {
  CA: Array.from({ length: 101 }, (_, percentile) => ({
    country: 'CA',
    percentile,
    searcher_count: percentile,
  })),
};

type Town = { centre: LatLng; lots: PublishedLot[]; tiles: Map<bigint, Tile>; around: Around };
let towns: Town[];

beforeAll(() => {
  towns = Array.from({ length: PLACES }, (_, i) => townAt(placeOf(i, random)));
});

/** Lots around a place: most of them near, a few up to 100 km away, in areas of many kinds. */
function townAt(centre: LatLng): Town {
  const nearby = () => destination(centre, 100_000 * random() ** 4, 2 * Math.PI * random());
  const lots = Array.from({ length: LOTS_PER_PLACE }, () => lotAt(nearby()));
  const areas = new Map<string, DisclosedArea>();
  const areaAt = (country: string, cell: bigint) => {
    // Some are in no area with disclosed figures, some in what is left of a country.
    const parent = cellParent(cell, 6);
    if (parent % 7n === 0n) return undefined;
    const areaCell = parent % 7n === 1n ? 0n : parent;
    const key = `${country} ${areaCell}`;
    const known = areas.get(key) ?? areaOf(country, areaCell);
    areas.set(key, known);
    return known;
  };
  const around: Around = {
    areaOf: ({ country, cell }) => areaAt(country, cell),
    searchesAt: (cell) => (cell % 5n === 0n ? undefined : Number(cellParent(cell, 5) % 97n)),
    percentilesOf: (country) => PERCENTILES[country] ?? [],
  };
  const tiles = [...Map.groupBy(lots, tileCellOf)].map(
    ([cell, own]) => [cell, tileOf(own, around)] as const,
  );
  return { centre, lots, tiles: new Map(tiles), around };
}

const tileCellOf = ({ cell }: { cell: bigint }) => cellParent(cell, TILE_RESOLUTION);

function areaOf(country: string, cell: bigint): DisclosedArea {
  const isTold = random() < 0.8;
  const measured = [0, 0, 100, Math.floor(random() * 101)][Math.floor(random() * 4)] ?? 0;
  return {
    country,
    cell,
    median_space_count: maybe(0.9, 1 + Math.floor(random() * 90)),
    stay_count: isTold ? 100 : null,
    paid_stay_count: isTold ? Math.floor(random() * 900) : null,
    paid_pct: isTold ? maybe(0.8, 50 + Math.floor(random() * 100)) : null,
    occupied_pct: isTold ? Math.floor(random() * 101) : null,
    measured_pct: isTold ? measured : null,
  };
}

function lotAt({ lat, lng }: LatLng): PublishedLot {
  const rate = Math.floor(random() ** 4 * 9_000);
  return {
    cell: cellAt(lat, lng),
    latitude: lat,
    longitude: lng,
    operator_id: OPERATORS[Math.floor(random() ** 3 * OPERATORS.length)] ?? '',
    country: random() < 0.8 ? 'CA' : 'US',
    currency: random() < 0.8 ? 'cad' : 'usd',
    is_public: false,
    is_counted: random() < 0.9,
    space_count: maybe(0.9, Math.floor(random() ** 3 * 900)),
    list_hourly: maybe(0.8, rate),
    list_daily: maybe(0.6, rate * 10),
    observation_count: Math.floor(random() * 50),
    revenue_minor: Math.floor(random() * 5_000),
    paid_minutes: Math.floor(random() * 5_000),
    occupied_minutes: Math.floor(random() * 5_000),
    known_minutes: 5_000 + Math.floor(random() * 5_000),
  };
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
  const circle = { centre, radiusM, cap };
  const met = coverCircle(cap, TILE_RESOLUTION).flatMap((cell) => tiles.get(cell) ?? []);
  return sumCircle(met, circle, (markets) => {
    const demand = demandOf(operatorsOf(markets));
    const rate = rateOf(markets, (loud) => lightenCircle(met, circle, loud));
    return {
      lotCount: countLots(markets),
      rate,
      occupiedShare: demand.occupiedShare,
      searchedShare: demand.searchedShare,
      occupancyBasis: occupancyBasisOf(markets, demand),
      measuredLotCount: countMeasured(markets),
      own: sumOwn(met, circle, { operatorId, currency: rate?.currency ?? '' }),
    };
  });
}

/** Both sides add up the same numbers in different orders. */
const about = (share: number | null) => (share === null ? null : expect.closeTo(share, 8));

function staysAround(areas: ReadonlySet<DisclosedArea>): number | null {
  const disclosed = [...areas].flatMap(({ paid_stay_count: count }) => count ?? []);
  return disclosed.length === 0
    ? null
    : twoDigits(disclosed.reduce((sum, count) => sum + count, 0));
}

function basisOf(measured: ReadonlySet<number>) {
  if (measured.size > 1) return 'mixed';
  return measured.has(0) ? 'stays' : measured.has(100) ? 'measured' : 'mixed';
}

/** By the definition: every lot, one by one. */
function bruteForce({ lots, around }: Town, circle: Circle, operatorId: string) {
  const known = lotsWithin(lots, circle);
  const inCircle = known.filter((lot) => lot.is_counted);
  const [currency = ''] = byFrequency(inCircle.map((lot) => lot.currency));
  const main = inCircle.filter((lot) => lot.currency === currency);
  const own = known.filter((lot) => lot.operator_id === operatorId);
  const add = (some: readonly PublishedLot[], numberOf: (lot: PublishedLot) => number) =>
    some.reduce((sum, lot) => sum + numberOf(lot), 0);
  const paid = own.filter((lot) => lot.currency === currency);
  const areasOf = (some: readonly PublishedLot[]) =>
    new Set(some.flatMap((lot) => around.areaOf(lot) ?? []));
  const percentOf = (lot: PublishedLot) => around.areaOf(lot)?.occupied_pct ?? null;
  const occupied = shareOf(inCircle, around, (lot) => {
    const percent = percentOf(lot);
    return percent === null ? null : percent / 100;
  });
  const measured = inCircle
    .filter((lot) => percentOf(lot) !== null)
    .map((lot) => around.areaOf(lot)?.measured_pct ?? 0);
  return {
    lotCount: inCircle.length,
    rate:
      inCircle.length === 0
        ? undefined
        : {
            currency,
            lotCount: main.length,
            otherCurrencyLotCount: inCircle.length - main.length,
            pricedLotCount: main.filter((lot) => lot.list_hourly !== null).length,
            hourly: figureOf(main, around, (lot) => lot.list_hourly),
            daily: figureOf(main, around, (lot) => lot.list_daily),
            weight: add(main, (lot) => weightOf(lot, around)),
            isRealised: isHalf(
              main.filter((lot) => lot.list_hourly !== null),
              around,
              (lot) => typeof around.areaOf(lot)?.paid_pct === 'number',
            ),
            paidStayCount: staysAround(areasOf(main)),
          },
    occupiedShare: about(occupied),
    searchedShare: about(
      shareOf(inCircle, around, (lot) =>
        searchedShare(around.searchesAt(lot.cell) ?? null, around.percentilesOf(lot.country)),
      ),
    ),
    occupancyBasis: occupied === null ? null : basisOf(new Set(measured)),
    measuredLotCount: measured.filter((percent) => percent > 0).length,
    own: {
      lots: own.length,
      counted: own.filter((lot) => lot.is_counted).length,
      space_count: add(own, (lot) => lot.space_count ?? 0),
      observation_count: add(own, (lot) => lot.observation_count),
      revenue_minor: add(paid, (lot) => lot.revenue_minor),
      paid_minutes: add(paid, (lot) => lot.paid_minutes),
      occupied_minutes: add(own, (lot) => lot.occupied_minutes),
      known_minutes: add(own, (lot) => lot.known_minutes),
    },
  };
}

test(`a circle has exactly the figures that brute force finds in it (seed ${seed})`, () => {
  let lotCount = 0;
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const town = towns[i % towns.length];
    if (town === undefined) throw new Error('no town');
    const centre = i < PLACES ? town.centre : destination(town.centre, 20_000 * random() ** 3, i);
    const circle = { centre, radiusM: radiusOf(i, centre, town) };
    const operatorId = OPERATORS[i % OPERATORS.length] ?? '';
    const expected = bruteForce(town, circle, operatorId);
    expect(fromTiles(town, circle, operatorId), `${i} ${JSON.stringify(circle)}`).toEqual(expected);
    lotCount += expected.lotCount;
  }
  // About half of all lots are inside, so both sides are compared.
  expect(lotCount).toBeGreaterThan((CIRCLE_COUNT * LOTS_PER_PLACE) / 5);
  expect(lotCount).toBeLessThan((CIRCLE_COUNT * LOTS_PER_PLACE * 4) / 5);
});

test('lots on the very same spot are each counted', () => {
  const lots = Array.from({ length: 100 }, () => lotAt({ lat: 43.65, lng: -79.38 }));
  const around: Around = {
    areaOf: () => undefined,
    searchesAt: () => undefined,
    percentilesOf: () => [],
  };
  const town = { centre: { lat: 43.65, lng: -79.38 }, lots, around };
  const tiles = new Map([[tileCellOf(lots[0] ?? { cell: 0n }), tileOf(lots, around)]]);
  for (const radiusM of [0, 100])
    expect(fromTiles({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1')).toEqual(
      bruteForce({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1'),
    );
});

test('sums that are used again have room for operators that are met later', () => {
  const centre = { lat: 43.65, lng: -79.38 };
  const around: Around = {
    areaOf: () => undefined,
    searchesAt: () => undefined,
    percentilesOf: () => [],
  };
  for (let newcomers = 1; newcomers <= 6; newcomers += 1) {
    // Every second lot is of one that is known; so few lots are added up one by one.
    const lots = Array.from({ length: 24 }, (_, i) => ({
      ...lotAt(centre),
      operator_id: i % 2 === 0 ? 'op_1' : `newcomer_${newcomers}_${i % 8}`,
      ...{ country: 'CA', currency: 'cad', space_count: 10, list_hourly: 100 + 10 * i },
    }));
    const tiles = new Map([[tileCellOf(lots[0] ?? { cell: 0n }), tileOf(lots, around)]]);
    const town = { centre, lots, around, tiles };
    const circle = { centre, radiusM: 100 };
    expect(fromTiles(town, circle, 'op_1')).toEqual(bruteForce(town, circle, 'op_1'));
  }
});

test('a tile made after another one has the figures of now, whatever has changed', () => {
  for (const { centre, lots, around, tiles: before } of towns.slice(0, CHANGED_TOWNS)) {
    const now = lots
      .filter(() => random() < 0.95)
      .map((lot) => (random() < 0.9 ? { ...lot, is_counted: random() < 0.9 } : lotAt(centre)));
    const tiles = [...Map.groupBy(now, tileCellOf)].map(
      ([cell, own]) => [cell, tileOf(own, around, before.get(cell))] as const,
    );
    const town = { centre, lots: now, around, tiles: new Map(tiles) };
    const circle = { centre, radiusM: 20_000 };
    expect(fromTiles(town, circle, 'op_1')).toEqual(bruteForce(town, circle, 'op_1'));
  }
});

test('a tile with changes of prices only shares the places of its lots with the previous one', () => {
  const [{ lots, around }] = towns as [Town];
  const before = tileOf(lots, around);
  const after = tileOf(
    lots.map((lot) => ({ ...lot, list_hourly: 123 })),
    around,
    before,
  );
  for (const i of lots.keys()) expect(after.lots.at[i]).toBe(before.lots.at[i]);
  for (const [i, point] of before.tree.points.entries()) expect(after.tree.points[i]).toBe(point);
});

test('operators without lots in a tile take no memory of it, however many ask', () => {
  const [tile] = towns[0]?.tiles.values() ?? [];
  const trees = Array.from({ length: 100 }, (_, i) => tile?.treeOf(`op_other_${i}`));
  expect(new Set(trees).size).toBe(1);
  expect(trees[0]?.order).toHaveLength(0);
});
