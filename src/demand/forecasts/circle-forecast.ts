import { type BacktestSum, joinBacktests } from '../../kit/forecast/backtest-sum.ts';
import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import {
  type Amount,
  addUncertain,
  intervalOf,
  noAmount,
  type Uncertain,
} from '../areas/amount.ts';
import {
  AREA_SPACES,
  type AreaDay,
  type AreaForecasts,
  areaDayOf,
} from '../areas/area-forecast.ts';
import type { Held } from '../rates/circle-holdings.ts';
import type { AreaAround } from '../tiles/tile-lots.ts';
import { HOURS_PER_SLOT } from './day-sums.ts';
import { type Expected, percentOf } from './expected-demand.ts';
import { type PerSpace, type Spoken, shareIn, speak, timesPerSpace } from './spoken.ts';

/** What the areas around some lots say is expected of these on one day. */
export type CircleForecast = {
  /** Lots in areas with a forecast. */
  lotCount: number;
  peakPct: Expected;
  /** The mean occupied share, and the hours that each space is taken on average. */
  takenShare: PerSpace;
  takenHours: PerSpace;
  /** Per space; null: it is not known of half of the spaces. */
  sessions: PerSpace | null;
  revenueMinor: PerSpace | null;
  backtest: BacktestSum;
  /** When the oldest forecast was made, milliseconds since 1970. */
  madeAtMs: number;
};

/**
 * Each area counts by the spaces that lots of the circle have in it. With four operators or more
 * nobody weighs more than a quarter, or moves a share of the others by more than 8 points. null
 * where the areas of half of the spaces have no forecast.
 */
export function forecastCircle(
  held: readonly Held[],
  forecasts: AreaForecasts,
  { day, currency }: { day: number; currency: string },
): CircleForecast | null {
  const isSold = ({ sessions, revenueMinor, forecast }: AreaDay) =>
    sessions !== undefined && revenueMinor !== undefined && forecast.currency === currency;
  const dayOf = ({ key, disclosed }: AreaAround) => {
    // An area without any figure that may be disclosed has no forecast that counts.
    const forecast = disclosed?.occupied_pct == null ? undefined : forecasts.get(key);
    return forecast === undefined ? null : areaDayOf(forecast, day);
  };
  const spoken = speak(held, { dayOf, isSold });
  const dayCurve = spoken && dayCurveOf(spoken);
  if (spoken === null || dayCurve === null) return null;
  const used = [...spoken.areas.keys()].map(({ forecast }) => forecast);
  const perSpace = (pick: (area: AreaDay) => Uncertain | undefined) =>
    spoken.sells ? meanOf(spoken, (area) => (isSold(area) ? pick(area) : undefined)) : null;
  return {
    ...dayCurve,
    lotCount: spoken.lotCount,
    sessions: perSpace(({ sessions }) => sessions),
    revenueMinor: perSpace(({ revenueMinor }) => revenueMinor),
    backtest: joinBacktests(used.map(({ backtest }) => backtest)),
    madeAtMs: Math.min(...used.map(({ madeAtMs }) => madeAtMs)),
  };
}

/** What is taken half hour by half hour; null where half of the spaces are known in none. */
function dayCurveOf(spoken: Spoken) {
  const taken = { value: 0, interval: { low: 0, high: 0 } };
  let slots = 0;
  let peak: PerSpace | undefined;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const share = shareIn(spoken, slot);
    if (share === null) continue;
    slots += 1;
    taken.value += share.value;
    taken.interval.low += share.interval.low;
    taken.interval.high += Math.min(1, share.interval.high);
    if (peak === undefined || share.value > peak.value) peak = share;
  }
  if (peak === undefined) return null;
  return {
    peakPct: percentOf(peak.value, peak.interval),
    takenShare: timesPerSpace(taken, 1 / slots),
    takenHours: timesPerSpace(taken, HOURS_PER_SLOT),
  };
}

/** The mean of figures of AREA_SPACES spaces, per space. */
function meanOf({ areas }: Spoken, pick: (area: AreaDay) => Uncertain | undefined): PerSpace {
  const amount: Amount = noAmount();
  let weight = 0;
  for (const [area, spaces] of areas) {
    const figure = pick(area);
    if (figure === undefined) continue;
    const { value, error, bounds } = figure;
    addUncertain(amount, { value: spaces * value, error: spaces * error, bounds }, spaces);
    weight += spaces;
  }
  return timesPerSpace(
    { value: amount.value, interval: intervalOf(amount) },
    1 / (weight * AREA_SPACES),
  );
}
