import { type BacktestSum, noBacktest } from '../forecast/backtest-sum.ts';
import { HALF_HOURS } from '../forecast/course.ts';
import { type Bounds, type DayFigure, emptyLotDay, readLotDay } from '../forecast/lot-day.ts';
import { addBacktest, hasHistory, hasStays } from '../forecast/lot-facts.ts';
import type { Uncertain } from './amount.ts';
import { uncertainOf } from './uncertain-of.ts';

/** An area is forecast as if it were one lot with so many spaces. */
export const AREA_SPACES = 1_000;

/** The forecast of an area of which anything may be told. */
export type AreaForecast = {
  /** Of its revenue. */
  currency: string;
  /** When it was made, milliseconds since 1970. */
  madeAtMs: number;
  /** See src/forecast/packed-forecast.ts. */
  bytes: Uint8Array;
  backtest: BacktestSum;
  /** What was expected of the days asked for last. */
  days: Map<number, AreaDay | undefined>;
};

/** By areaKey. */
export type AreaForecasts = Pick<ReadonlyMap<string, AreaForecast>, 'get'>;

/** What is expected of an area on one day, of AREA_SPACES spaces. */
export type AreaDay = {
  forecast: AreaForecast;
  /**
   * Three numbers of each half hour, each HALF_HOURS after the one before: 1 where it or one beside
   * it is known, else 0; the part of the spaces that is taken; its usual error.
   */
  slots: Float64Array;
  bounds: Bounds;
  /** undefined: it is not known. */
  sessions: Uncertain | undefined;
  revenueMinor: Uncertain | undefined;
};

/** Of each area; about 1.5 kB for a day. */
const DAYS_KEPT_MAX = 8;

export function areaForecastOf(
  sent: Pick<AreaForecast, 'currency' | 'madeAtMs' | 'bytes'>,
): AreaForecast {
  const backtest = noBacktest();
  addBacktest(backtest, sent.bytes);
  return { ...sent, backtest, days: new Map() };
}

/** undefined where nothing is expected: it has no history, or the day is too far away. */
export function areaDayOf(forecast: AreaForecast, day: number): AreaDay | undefined {
  const { days } = forecast;
  const known = days.get(day);
  if (known !== undefined || days.has(day)) return known;
  const found = readAreaDay(forecast, day);
  days.set(day, found);
  const [oldest] = days.size > DAYS_KEPT_MAX ? days.keys() : [];
  if (oldest !== undefined) days.delete(oldest);
  return found;
}

function readAreaDay(forecast: AreaForecast, day: number): AreaDay | undefined {
  const { bytes } = forecast;
  const { shares, sessions, revenueMinor } = emptyLotDay();
  const into = { spaces: 0, isClosed: false, shares, sessions, revenueMinor };
  if (!hasHistory(bytes) || !readLotDay(bytes, day, into)) return undefined;
  const sells = hasStays(bytes);
  return {
    forecast,
    slots: slotsOf(shares),
    bounds: shares.bounds,
    sessions: sells ? uncertainOf(sessions) : undefined,
    revenueMinor: sells ? uncertainOf(revenueMinor) : undefined,
  };
}

function slotsOf({ values, spread }: DayFigure): Float64Array {
  const slots = new Float64Array(3 * HALF_HOURS);
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const from = knownBeside(values, slot);
    if (from < 0) continue;
    slots[slot] = 1;
    slots[slot + HALF_HOURS] = values[from] ?? 0;
    slots[slot + 2 * HALF_HOURS] = spread[from] || 0;
  }
  return slots;
}

/**
 * The half hour that says how many spaces are taken in one: itself, or where nothing is known of it
 * the one before, else the one after; -1 where nothing is known of these. What is counted once an
 * hour is known in every second half hour only.
 */
export function knownBeside(values: Float32Array, slot: number): number {
  const isKnown = (at: number) =>
    at >= 0 && at < HALF_HOURS && !Number.isNaN(values[at] ?? Number.NaN);
  return [slot, slot - 1, slot + 1].find(isKnown) ?? -1;
}
