import { beforeAll, expect, test } from 'vitest';
import { cellAt, cellParent } from '../../../src/geometry/cells.ts';
import { circleCap, coverCircle } from '../../../src/geometry/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../../src/geometry/great-circle.ts';
import { TILE_RESOLUTION } from '../../../src/market/cap-tree.ts';
import { rateOf } from '../../../src/market/circle-rate.ts';
import { countLots, sumCircle, sumOwn, votesOfOperator } from '../../../src/market/circle-sums.ts';
import { demandOf } from '../../../src/market/holdings.ts';
import { type Tile, tileOf } from '../../../src/market/tile.ts';
import type { PublishedLot } from '../../../src/market/tile-lots.ts';
import type { ToldArea } from '../../../src/market/told-area.ts';
import { randomFrom, seedOfRun } from '../../random.ts';
import { destination, placeOf } from '../places.ts';
import { byFrequency, figureOf, lotsWithin, shareOf } from './circle-oracle.ts';

const CIRCLE_COUNT = 5_400;
const PLACES = 540;
const LOTS_PER_PLACE = 60;
const OPERATORS = ['op_1', 'op_2', 'op_3', 'op_4', 'op_5', 'op_6'];

const seed = seedOfRun();
const random = randomFrom(seed);
const maybe = <T>(share: number, value: T) => (random() < share ? value : null);

type Town = { centre: LatLng; lots: PublishedLot[]; tiles: Map<bigint, Tile>; around: Around };
type Around = Parameters<typeof tileOf>[1];
let towns: Town[];

beforeAll(() => {
  towns = Array.from({ length: PLACES }, (_, i) => townAt(placeOf(i, random)));
}, 60_000);

/** Lots around a place: most of them near, a few up to 100 km away, in areas of many kinds. */
function townAt(centre: LatLng): Town {
  const nearby = () => destination(centre, 100_000 * random() ** 4, 2 * Math.PI * random());
  const lots = Array.from({ length: LOTS_PER_PLACE }, () => lotAt(nearby()));
  const areas = new Map<string, ToldArea>();
  const areaAt = (country: string, cell: bigint) => {
    const key = `${country} ${cellParent(cell, 6)}`;
    const known = areas.get(key) ?? areaOf(country, cellParent(cell, 6));
    areas.set(key, known);
    return known.cell % 7n === 0n ? undefined : known;
  };
  const around: Around = {
    areaOf: ({ country, cell }) => areaAt(country, cell),
    searchesAt: (cell) => (cell % 5n === 0n ? undefined : Number(cellParent(cell, 5) % 97n)),
  };
  const tiles = [...Map.groupBy(lots, tileCellOf)].map(
    ([cell, own]) => [cell, tileOf(own, around)] as const,
  );
  return { centre, lots, tiles: new Map(tiles), around };
}

const tileCellOf = ({ cell }: { cell: bigint }) => cellParent(cell, TILE_RESOLUTION);

function areaOf(country: string, cell: bigint): ToldArea {
  const isTold = random() < 0.8;
  return {
    country,
    cell,
    median_space_count: maybe(0.9, 1 + Math.floor(random() * 90)),
    stay_count: isTold ? 100 : null,
    paid_stay_count: isTold ? Math.floor(random() * 900) : null,
    paid_pct: isTold ? maybe(0.8, 50 + Math.floor(random() * 100)) : null,
    occupied_pct: isTold ? Math.floor(random() * 101) : null,
    measured_pct: isTold ? Math.floor(random() * 101) : null,
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
  const markets = sumCircle(met, circle);
  const held = markets.flatMap((market) => market.held);
  const rate = rateOf(markets, (id, currency) =>
    votesOfOperator(met, circle, { operatorId: id, currency }),
  );
  return {
    lotCount: countLots(markets),
    rate: rate && { ...rate, isRealised: undefined, paidStayCount: undefined, weight: undefined },
    occupiedShare: rounded(demandOf(held, []).occupiedShare),
    own: sumOwn(met, circle, { operatorId, currency: rate?.currency ?? '' }),
  };
}

/** Both sides add up the same numbers in different orders; none is half of a millionth. */
const rounded = (share: number | null) => share && Math.round(1e6 * share + Math.SQRT2 / 9);

/** By the definition: every lot, one by one. */
function bruteForce({ lots, around }: Town, circle: Circle, operatorId: string) {
  const inCircle = lotsWithin(lots, circle);
  const [currency = ''] = byFrequency(inCircle.map((lot) => lot.currency));
  const main = inCircle.filter((lot) => lot.currency === currency);
  const own = inCircle.filter((lot) => lot.operator_id === operatorId);
  const add = (some: readonly PublishedLot[], numberOf: (lot: PublishedLot) => number) =>
    some.reduce((sum, lot) => sum + numberOf(lot), 0);
  const paid = own.filter((lot) => lot.currency === currency);
  return {
    lotCount: inCircle.length,
    rate:
      inCircle.length === 0
        ? undefined
        : {
            currency,
            lotCount: main.length,
            otherCurrencyLotCount: inCircle.length - main.length,
            hourly: figureOf(main, around, (lot) => lot.list_hourly),
            daily: figureOf(main, around, (lot) => lot.list_daily),
            isRealised: undefined,
            paidStayCount: undefined,
            weight: undefined,
          },
    occupiedShare: rounded(
      shareOf(inCircle, around, (lot) => {
        const pct = around.areaOf(lot)?.occupied_pct ?? null;
        return pct === null ? null : pct / 100;
      }),
    ),
    own: {
      lots: own.length,
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
  const around: Around = { areaOf: () => undefined, searchesAt: () => undefined };
  const town = { centre: { lat: 43.65, lng: -79.38 }, lots, around };
  const tiles = new Map([[tileCellOf(lots[0] ?? { cell: 0n }), tileOf(lots, around)]]);
  for (const radiusM of [0, 100])
    expect(fromTiles({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1')).toEqual(
      bruteForce({ ...town, tiles }, { centre: town.centre, radiusM }, 'op_1'),
    );
});
