import { expect, test } from 'vitest';
import {
  AREA_SPACES,
  type AreaForecasts,
  areaForecastOf,
} from '../../../../src/demand/areas/area-forecast.ts';
import { areaKey, type DisclosedArea } from '../../../../src/demand/areas/disclosed-area.ts';
import { forecastCircle } from '../../../../src/demand/forecasts/circle-forecast.ts';
import type { Held } from '../../../../src/demand/rates/circle-holdings.ts';
import { operatorNumber } from '../../../../src/demand/tiles/operator-numbers.ts';
import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import { packForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { forecastOf } from '../../../stage/forecasts.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';

const FIRST_DAY = 20_400;
const CIRCLES = isFull ? 3_000 : 1_000;
const CURRENCY = 'cad';
const PART_MAX = 1 / 4;
const MOVED_MAX = 0.08;
const seed = seedOfRun();
const random = randomFrom(seed);
const below = (most: number) => Math.floor(random() * most);

/** What is expected in an area on all days; NaN: nothing is. */
type Wish = { share: number; peak: number; sessions: number; revenue: number; currency: string };
/** What an operator holds in an area. */
type Stake = { operatorId: string; area: DisclosedArea | undefined; lots: number; weight: number };
type Place = { disclosed: DisclosedArea; wish: Wish | undefined };

/** A packed share is a multiple of 0.4 %. */
const share = () => below(251) / 250;

function placeOf(cell: number): Place {
  const isTold = random() < 0.85;
  const sells = random() < 0.7;
  const [usual, peak] = [share(), share()];
  const wish = {
    share: random() < 0.1 ? Number.NaN : usual,
    peak: random() < 0.1 ? Number.NaN : Math.max(usual, peak),
    sessions: sells ? below(3_000) : Number.NaN,
    revenue: sells ? below(1_000_000) : Number.NaN,
    currency: random() < 0.85 ? CURRENCY : 'usd',
  };
  const disclosed = {
    ...{ country: 'CA', cell: BigInt(cell), median_space_count: 10, stay_count: null },
    ...{ paid_stay_count: null, paid_pct: null, measured_pct: isTold ? 0 : null },
    occupied_pct: isTold ? 50 : null,
  };
  return { disclosed, wish: random() < 0.85 ? wish : undefined };
}

function circleOf() {
  const places = Array.from({ length: 1 + below(6) }, (_, i) => placeOf(i));
  const operators = Array.from({ length: 1 + below(9) }, (_, i) => ({
    operatorId: `op_${i}`,
    // Some have nearly everything.
    size: 10 ** (1 + 3 * random()),
  }));
  const held = operators.flatMap(({ operatorId, size }) =>
    places.flatMap(({ disclosed: area }): Stake | [] =>
      random() < 0.4
        ? []
        : { operatorId, area, lots: 1 + below(5), weight: 1 + Math.floor(random() * size) },
    ),
  );
  const forecasts: AreaForecasts = new Map(
    places.flatMap(({ disclosed, wish }) => {
      if (wish === undefined) return [];
      const { sessions, revenue, currency } = wish;
      const forecast = forecastOf({
        ...{ fromDay: FIRST_DAY, share: wish.share, peak: wish.peak, sessions },
        ...{ revenueMinor: revenue, hasStays: !Number.isNaN(sessions) },
      });
      const bytes = packForecast({ ...forecast, spaces: AREA_SPACES });
      return [[`CA ${disclosed.cell}`, areaForecastOf({ currency, madeAtMs: 1, bytes })] as const];
    }),
  );
  const wishes = new Map(
    places.map(({ disclosed, wish }) => [
      disclosed,
      disclosed.occupied_pct === null ? undefined : wish,
    ]),
  );
  return { held, forecasts, wishes };
}

/** As if those of every second one were in a tile of their own. */
function inTiles(stakes: readonly Stake[]): Held[] {
  return [0, 1].map((odd) => {
    const own = stakes.filter((_, i) => i % 2 === odd);
    const disclosed = [...new Set(own.map(({ area }) => area))];
    return {
      areas: disclosed.map((area) => ({
        key: area === undefined ? '' : areaKey(area),
        disclosed: area,
      })),
      holdings: own.map(({ operatorId, area }) => ({
        operator: operatorNumber(operatorId),
        area: disclosed.indexOf(area),
      })),
      lots: Uint32Array.from(own, ({ lots }) => lots),
      weights: Float64Array.from(own, ({ weight }) => weight),
    };
  });
}

type Circle = ReturnType<typeof circleOf>;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/**
 * The most that one may weigh so that among four who are present nobody has more than a quarter, or
 * a third where only three have a say; found step by step.
 */
function capOf(weights: readonly number[], present: number): number {
  if (present < 4) return Infinity;
  const part = Math.max(PART_MAX, 1 / weights.length);
  let cap = Math.max(...weights);
  for (let i = 0; i < 300; i += 1)
    cap = Math.min(cap, part * sum(weights.map((weight) => Math.min(weight, cap))));
  return cap;
}

/** By the definition: the mean of operators; each counts as near as it may be. */
function shareIn({ held, wishes }: Circle, shareOf: (wish: Wish) => number): number | undefined {
  const wishOf = ({ area }: Stake) => (area === undefined ? undefined : wishes.get(area));
  const known = [...Map.groupBy(held.filter(wishOf), ({ operatorId }) => operatorId).values()];
  const weights = known.map((own) => sum(own.map(({ weight }) => weight)));
  const present = new Set(held.map(({ operatorId }) => operatorId)).size;
  if (present >= 4 && known.length < 3) return undefined;
  const cap = capOf(weights, present);
  const voices = known.flatMap((own, i) => {
    const part = Math.min(1, cap / (weights[i] ?? 1));
    const some = own.flatMap((one) => {
      const wish = wishOf(one);
      const value = wish === undefined ? Number.NaN : shareOf(wish);
      return Number.isNaN(value) ? [] : { weight: part * one.weight, value };
    });
    const weight = sum(some.map((one) => one.weight));
    return weight === 0
      ? []
      : { weight, value: sum(some.map((one) => one.weight * one.value)) / weight };
  });
  const total = sum(voices.map(({ weight }) => weight));
  const half = sum(weights.map((weight) => Math.min(weight, cap))) / 2;
  // Four capped operators are a quarter each: what is half of them is known to the last digit only.
  if (total > 0 && Math.abs(total - half) < 1e-9 * half) return Number.NaN;
  if (total < half || total === 0) return undefined;
  if (present < 4) return sum(voices.map(({ weight, value }) => weight * value)) / total;
  const heard = voices.map((one) => {
    const rest = total - one.weight;
    if (rest <= 0) return one.weight * one.value;
    const others = (sum(voices.map((v) => v.weight * v.value)) - one.weight * one.value) / rest;
    const far = (MOVED_MAX * total) / one.weight;
    return one.weight * Math.max(others - far, Math.min(others + far, one.value));
  });
  return Math.max(0, Math.min(1, sum(heard) / total));
}

const day = FIRST_DAY + 3;
const tell = ({ held, forecasts }: Circle) =>
  forecastCircle(inTiles(held), forecasts, { day, currency: CURRENCY });

test(`a circle expects what brute force over its areas expects (seed ${seed})`, () => {
  let disclosed = 0;
  for (let i = 0; i < CIRCLES; i += 1) {
    const circle = circleOf();
    const found = tell(circle);
    // A half hour that is not known is like one beside it.
    const peak = shareIn(circle, (wish) => (Number.isNaN(wish.peak) ? wish.share : wish.peak));
    const usual = shareIn(circle, ({ share: value }) => value);
    const beside = shareIn(circle, (wish) => (Number.isNaN(wish.share) ? wish.peak : wish.share));
    if (found === null || [peak, usual, beside].some(Number.isNaN)) continue;
    disclosed += 1;
    const slots = [
      ...(peak === undefined ? [] : [peak]),
      ...(beside === undefined ? [] : [beside, beside]),
      ...(usual === undefined ? [] : Array.from({ length: HALF_HOURS - 3 }, () => usual)),
    ];
    expect(found.takenHours.value, `circle ${i}`).toBeCloseTo(sum(slots) / 2, 4);
    expect(found.takenShare.value).toBeCloseTo(sum(slots) / slots.length, 5);
    expect(Math.abs(found.peakPct.value - 100 * Math.max(...slots))).toBeLessThanOrEqual(0.501);
    const { low, high } = found.peakPct.interval;
    expect(low).toBeLessThanOrEqual(found.peakPct.value);
    expect(high).toBeGreaterThanOrEqual(found.peakPct.value);
  }
  expect(disclosed).toBeGreaterThan(CIRCLES / 3);
});

/** Operators with as many spaces each, in areas of their own or in common. */
function stakesOf(areas: readonly (DisclosedArea | undefined)[], weight = 100): Stake[] {
  return areas.map((area, i) => ({ operatorId: `op_${i}`, area, lots: 1, weight }));
}

const heldBy = (areas: readonly (DisclosedArea | undefined)[]) => inTiles(stakesOf(areas));

const areaAt = (cell: bigint, occupied_pct: number | null = 50): DisclosedArea => ({
  ...{ country: 'CA', cell, occupied_pct, median_space_count: 10, stay_count: 30 },
  ...{ paid_stay_count: null, paid_pct: null, measured_pct: 0 },
});

const forecastAt = (wish: Parameters<typeof forecastOf>[0], currency = CURRENCY) => {
  const forecast = { ...forecastOf({ fromDay: FIRST_DAY, ...wish }), spaces: AREA_SPACES };
  return areaForecastOf({ currency, madeAtMs: 1, bytes: packForecast(forecast) });
};

test('nothing is expected where less than half of the spaces are in areas with a forecast', () => {
  const forecasts = new Map([['CA 1', forecastAt({ share: 0.5 })]]);
  const [known, none] = [areaAt(1n), areaAt(2n)];
  const asked = { day, currency: CURRENCY };
  expect(forecastCircle(heldBy([known, none]), forecasts, asked)).not.toBeNull();
  expect(forecastCircle(heldBy([known, none, none]), forecasts, asked)).toBeNull();
  // An area without any figure that may be disclosed has no forecast that counts.
  expect(forecastCircle(heldBy([areaAt(1n, null)]), forecasts, asked)).toBeNull();
  const empty = new Map([['CA 1', forecastAt({ share: 0.5, hasHistory: false })]]);
  expect(forecastCircle(heldBy([known]), empty, asked)).toBeNull();
  expect(forecastCircle(heldBy([known]), forecasts, { ...asked, day: FIRST_DAY - 1 })).toBeNull();
});

test('what areas sell is per space, and only where half of the spaces sell in that currency', () => {
  const sold = { share: 0.5, hasStays: true, sessions: 900, revenueMinor: 40_000 };
  const [one, other] = [areaAt(1n), areaAt(2n)];
  const sales = (currencies: readonly [string, string]) => {
    const forecasts = new Map([
      ['CA 1', forecastAt(sold, currencies[0])],
      ['CA 2', forecastAt({ ...sold, sessions: 300, revenueMinor: 20_000 }, currencies[1])],
    ]);
    const found = forecastCircle(heldBy([one, other]), forecasts, { day, currency: CURRENCY });
    return [found?.sessions?.value, found?.revenueMinor?.value];
  };
  expect(sales([CURRENCY, CURRENCY])).toEqual([expect.closeTo(0.6, 6), expect.closeTo(30, 4)]);
  expect(sales([CURRENCY, 'usd'])).toEqual([expect.closeTo(0.9, 6), expect.closeTo(40, 4)]);
  expect(sales(['usd', 'usd'])).toEqual([undefined, undefined]);
});

test('an operator that puts any spaces where nobody parks moves the peak by 8 points at most', () => {
  const [full, empty] = [areaAt(1n), areaAt(2n)];
  const forecasts = new Map([
    ['CA 1', forecastAt({ share: 0.8 })],
    ['CA 2', forecastAt({ share: 0 })],
  ]);
  const honest = stakesOf([full, full, full, full]);
  for (const weight of [1, 100, 10_000, 10_000_000]) {
    const attack = { operatorId: 'op_9', area: empty, lots: 1, weight };
    const found = forecastCircle(inTiles([...honest, attack]), forecasts, {
      day,
      currency: CURRENCY,
    });
    expect(found?.peakPct.value).toBeGreaterThanOrEqual(72);
    expect(found?.peakPct.value).toBeLessThanOrEqual(80);
  }
});
