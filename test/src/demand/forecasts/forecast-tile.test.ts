import { beforeAll, expect, test } from 'vitest';
import { type Amount, intervalOf } from '../../../../src/demand/areas/amount.ts';
import {
  addLot,
  type DaySums,
  emptyDaySums,
  STAY_HOURS,
} from '../../../../src/demand/forecasts/day-sums.ts';
import type { ForecastLot } from '../../../../src/demand/forecasts/forecast-lot.ts';
import {
  addForecastTile,
  type ForecastTile,
  forecastTileOf,
} from '../../../../src/demand/forecasts/forecast-tile.ts';
import { emptyLotSums, type LotSums } from '../../../../src/demand/forecasts/lot-sums.ts';
import type { OwnLot } from '../../../../src/demand/forecasts/own-forecasts.ts';
import { isIn, TILE_RESOLUTION } from '../../../../src/demand/tiles/cap-tree.ts';
import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import { emptyLotDay, readLotDay } from '../../../../src/kit/forecast/lot-day.ts';
import { closedDaysIn, HEAD_BYTES } from '../../../../src/kit/forecast/lot-facts.ts';
import { CALENDAR_DAYS } from '../../../../src/kit/forecast/lot-forecast.ts';
import { packForecast, unpackForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { circleCap, coverCircle } from '../../../../src/kit/geo/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { hasDay } from '../../../../src/kit/time/day-set.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';
import { randomForecast } from '../../kit/forecast/random-forecast.ts';
import { destination, placeOf } from '../../places.ts';

const CIRCLE_COUNT = isFull ? 2_000 : 600;
/** Each kind of place, the poles and the antimeridian among them. */
const PLACES = 90;
const LOTS_PER_PLACE = 80;
const OPERATORS = ['op_1', 'op_2', 'op_3'];
const OWN = 'op_2';
const FIRST_DAY = 20_400;
const DAYS_ASKED = 7;

const seed = seedOfRun();
const random = randomFrom(seed);

type Lot = ForecastLot & OwnLot;
type Town = { centre: LatLng; lots: Lot[]; tiles: Map<bigint, ForecastTile> };
let towns: Town[];

beforeAll(() => {
  towns = Array.from({ length: PLACES }, (_, i) => townAt(placeOf(i, random)));
});

/** Lots around a place: most of them near, a few up to 100 km away. */
function townAt(centre: LatLng): Town {
  const lots = Array.from({ length: LOTS_PER_PLACE }, (_, i) =>
    lotAt(destination(centre, 100_000 * random() ** 4, 2 * Math.PI * random()), i),
  );
  const byTile = Map.groupBy(lots, ({ cell }) => cellParent(cell, TILE_RESOLUTION));
  const tiles = new Map([...byTile].map(([cell, some]) => [cell, forecastTileOf(some)]));
  return { centre, lots, tiles };
}

function lotAt(at: LatLng, i: number): Lot {
  const fromDay = FIRST_DAY - 300 * (i % 2);
  const bytes = packForecast({ ...randomForecast(random), fromDay });
  return {
    lotId: `lot ${i}`,
    isCounted: random() < 0.9,
    cell: cellAt(at.lat, at.lng),
    at,
    operatorId: OPERATORS[Math.floor(random() * OPERATORS.length)] ?? '',
    spaces: random() < 0.1 ? null : Math.floor(random() * 200),
    currency: random() < 0.8 ? 'cad' : 'usd',
    postedHourly: random() < 0.2 ? null : Math.floor(random() * 900),
    postedDaily: random() < 0.2 ? null : Math.floor(random() * 3_000),
    part: random() < 0.8 ? null : 'day',
    timezone: 'Etc/UTC',
    hasHours: random() < 0.5,
    place: random() < 0.5 ? 'CA ON' : 'CA QC',
    closed: closedDaysIn(bytes.subarray(0, HEAD_BYTES)),
    bytes,
  };
}

/** Metres: the smallest and largest that callers may ask for, and all magnitudes between. */
function radiusOf(i: number, centre: LatLng, { lots }: Town): number {
  if (i % 20 === 0) return 100;
  if (i % 20 === 1) return 50_000;
  const lot = i % 3 === 0 ? lots[i % lots.length] : undefined;
  const onto = lot && greatCircleMetres(centre, lot.at);
  // The edge goes through a lot, or is a millimetre to either side of it.
  if (onto !== undefined && onto < 50_000) return Math.max(0, onto + ((i % 9) / 3 - 1) / 1_000);
  return 100 * 500 ** random();
}

type Circle = { centre: LatLng; radiusM: number };

function fromTiles({ lots, tiles }: Town, { centre, radiusM }: Circle, day: number) {
  const cap = circleCap(centre, radiusM);
  const circle = { centre, radiusM, cap };
  const sums = emptyLotSums();
  const own = emptyDaySums();
  for (const cell of coverCircle(cap, TILE_RESOLUTION)) {
    const tile = tiles.get(cell);
    if (tile === undefined) continue;
    for (const _ of addForecastTile(sums, tile, circle, day));
    const ownIds = tile
      .lotsOf(OWN)
      .filter((lot) => isIn(lot, circle))
      .map(({ lotId }) => lotId);
    for (const lot of lots)
      if (ownIds.includes(lot.lotId)) addLot(own, lot, { day, currency: 'cad' });
  }
  return { sums, own };
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const NOTHING = { value: 0, errors: 0, squares: 0 };
type Value = { value: number; error: number };

/** By the definition: every lot in the circle, from its whole forecast. */
function bruteForce({ lots }: Town, { centre, radiusM }: Circle, day: number) {
  const known = lots
    .filter(({ at }) => greatCircleMetres(centre, at) <= radiusM)
    .map((lot) => whatIsExpected(lot, day));
  const all = known.filter(({ isCounted }) => isCounted);
  const mine = known.filter(({ operatorId }) => operatorId === OWN);
  const open = mine.filter(({ isOpen }) => isOpen);
  const sumOf = (pick: (lot: (typeof all)[number]) => Value | undefined) =>
    open
      .flatMap((lot) => pick(lot) ?? [])
      .reduce(
        (sum, { value, error }) => ({
          value: sum.value + value,
          errors: sum.errors + error,
          squares: sum.squares + error ** 2,
        }),
        NOTHING,
      );
  const isPriced = ({ currency }: (typeof all)[number]) => currency === 'cad';
  const inCad = (lot: (typeof all)[number]) => (isPriced(lot) ? lot.revenue : undefined);
  return {
    all: {
      lotCount: all.length,
      closedCount: all.filter(({ isClosed }) => isClosed).length,
      hoursUnknownCount: all.filter(({ isClosed, hasHours }) => !isClosed && !hasHours).length,
      places: [...new Set(all.map(({ place }) => place))].toSorted(),
    },
    own: {
      lotCount: mine.length,
      knownCount: mine.filter(({ isKnown }) => isKnown).length,
      closedCount: mine.filter(({ isClosed }) => isClosed).length,
      occupied: slotSums((slot) => open.map(({ taken }) => taken[slot]?.value ?? 0)),
      known: slotSums((slot) => open.map(({ taken, spaces }) => (taken[slot] ? spaces : 0))),
      errors: slotSums((slot) => open.map(({ taken }) => taken[slot]?.error ?? 0)),
      squares: slotSums((slot) => open.map(({ taken }) => (taken[slot]?.error ?? 0) ** 2)),
      sessions: sumOf(({ sessions }) => sessions),
      revenueMinor: sumOf(inCad),
      revenueCount: mine.filter(
        (lot) => isPriced(lot) && (lot.isClosed || (lot.isOpen && lot.revenue !== undefined)),
      ).length,
    },
  };
}

const slotSums = (valuesOf: (slot: number) => number[]) =>
  Array.from({ length: HALF_HOURS }, (_, slot) => add(valuesOf(slot)));

function whatIsExpected(lot: Lot, day: number) {
  const forecast = unpackForecast(lot.bytes);
  const read = emptyLotDay();
  const isRead = readLotDay(lot.bytes, day, read);
  const isClosed = isRead && hasDay(forecast.closed, day - forecast.fromDay);
  const isOpen = isRead && !isClosed;
  // Of what a lot has from others nothing counts.
  const spaces = forecast.hasHistory ? (lot.spaces ?? 0) : 0;
  const taken = Array.from(read.shares.values, (share, slot) =>
    Number.isNaN(share) || !isOpen || spaces === 0
      ? undefined
      : { value: share * spaces, error: (read.shares.spread[slot] ?? 0) * spaces },
  );
  const isShareKnown = taken.some((one) => one !== undefined);
  // A half hour that is not known is like the previous one, else like the next one.
  const filled = taken.map((one, slot) => one ?? taken[slot - 1] ?? taken[slot + 1]);
  const hours = add(filled.map((one) => (one?.value ?? 0) / 2));
  const errorHours = add(filled.map((one) => (one?.error ?? 0) / 2));
  const atMost = lot.postedDaily === null ? Infinity : spaces * lot.postedDaily;
  const posted = (hourly: number) => {
    const value = Math.min(hours * hourly, atMost);
    const part = hours * hourly === 0 ? 1 : value / (hours * hourly);
    return { value, error: errorHours * hourly * part };
  };
  const ofRoots = ({ values, spread }: typeof read.sessions): Value | undefined => {
    const [value = Number.NaN, unit = 0] = [values[0], spread[0]];
    if (Number.isNaN(value) || !forecast.hasStays) return undefined;
    return { value, error: 2 * Math.sqrt(value) * (unit || 0) + (unit || 0) ** 2 };
  };
  const sold = ofRoots(read.sessions);
  const visits = { value: hours / STAY_HOURS, error: errorHours / STAY_HOURS };
  const worth = isShareKnown && lot.postedHourly !== null ? posted(lot.postedHourly) : undefined;
  const isKnown = isShareKnown || sold !== undefined;
  return {
    ...lot,
    spaces,
    isOpen,
    isClosed,
    isKnown: isClosed || (isOpen && isKnown),
    taken,
    sessions: sold ?? (isShareKnown ? visits : undefined),
    revenue: isKnown ? (ofRoots(read.revenueMinor) ?? worth) : undefined,
  };
}

/** The sums of the product in the form of the brute force. */
function described({ sums, own }: { sums: LotSums; own: DaySums }) {
  const { slots, sessions, revenueMinor, bounds: _, ...rest } = own;
  const part = (i: number) => [...slots.subarray(i * HALF_HOURS, (i + 1) * HALF_HOURS)];
  const plain = ({ value, errors, squares }: Amount) => ({ value, errors, squares });
  return {
    all: { ...sums, places: [...sums.places].toSorted() },
    own: {
      ...rest,
      occupied: part(0),
      known: part(1),
      errors: part(2),
      squares: part(3),
      sessions: plain(sessions),
      revenueMinor: plain(revenueMinor),
    },
  };
}

/** Where two values differ; sums in another order may differ in their last digits. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))
      ? []
      : [`${path}: ${a} instead of ${b}`];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? [] : [`${path}: ${a} instead of ${b}`];
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    differences(left.get(name), right.get(name), `${path}.${name}`),
  );
}

test(`a circle adds up exactly what its lots post, and what brute force expects of own ones (seed ${seed})`, () => {
  let lotCount = 0;
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const town = towns[i % towns.length];
    if (town === undefined) throw new Error('no town');
    const centre = i < PLACES ? town.centre : destination(town.centre, 20_000 * random() ** 3, i);
    const circle = { centre, radiusM: radiusOf(i, centre, town) };
    // More days than a tile keeps the sums of, and days without anything known.
    const day = FIRST_DAY - 1 + Math.floor(random() * DAYS_ASKED) * (i % 5 === 0 ? 70 : 1);
    const expected = bruteForce(town, circle, day);
    const sums = described(fromTiles(town, circle, day));
    expect(differences(sums, expected), JSON.stringify({ circle, day })).toEqual([]);
    lotCount += expected.all.lotCount;
  }
  // Both sides are compared.
  expect(lotCount).toBeGreaterThan((CIRCLE_COUNT * LOTS_PER_PLACE) / 5);
  expect(lotCount).toBeLessThan((CIRCLE_COUNT * LOTS_PER_PLACE * 4) / 5);
});

test('lots beyond a year ahead or before their forecast are counted, but nothing is known of them', () => {
  const town = townAt({ lat: 43.65, lng: -79.38 });
  const circle = { centre: town.centre, radiusM: 50_000 };
  for (const day of [FIRST_DAY - 301, FIRST_DAY + CALENDAR_DAYS]) {
    const { sums, own } = fromTiles(town, circle, day);
    expect(own.lotCount).toBeGreaterThan(0);
    expect([sums.closedCount, own.knownCount]).toEqual([0, 0]);
    expect(Math.max(...own.slots)).toBe(0);
  }
});

test('an interval widens with the errors that lots have in common', () => {
  const amount = (together: number): Amount => ({
    value: 100,
    errors: 40,
    squares: 400,
    bounds: { low: -2, high: 3, together, weight: 1 },
  });
  expect(intervalOf(amount(0))).toEqual({ low: 60, high: 160 });
  expect(intervalOf(amount(1))).toEqual({ low: 20, high: 220 });
  expect(intervalOf({ ...amount(1), value: 10 })).toEqual({ low: 0, high: 130 });
});
