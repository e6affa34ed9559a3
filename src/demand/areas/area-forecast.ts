import { keepRecentOf } from '../../kit/cache/keep-recent.ts';
import { type BacktestSum, noBacktest } from '../../kit/forecast/backtest-sum.ts';
import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import {
  type Bounds,
  type DayFigure,
  emptyLotDay,
  readLotDay,
} from '../../kit/forecast/lot-day.ts';
import { addBacktest, hasHistory, hasStays } from '../../kit/forecast/lot-facts.ts';
import { type Uncertain, uncertainOf } from './amount.ts';

/** An area is forecast as if it were one lot with so many spaces. */
export const AREA_SPACES = 1_000;

/** The forecast of an area with any figure that may be disclosed. */
export type AreaForecast = {
  /** Of its revenue. */
  currency: string;
  /** When it was made, milliseconds since 1970. */
  madeAtMs: number;
  /** See src/kit/forecast/packed-forecast.ts. */
  bytes: Uint8Array;
  backtest: BacktestSum;
};

/** By areaKey. */
export type AreaForecasts = Pick<ReadonlyMap<string, AreaForecast>, 'get'>;

/** What is expected of an area on one day, of AREA_SPACES spaces. */
export type AreaDay = {
  forecast: AreaForecast;
  /**
   * Three numbers of each half hour, each HALF_HOURS after the previous one: 1 where it or one
   * beside it is known, else 0; the part of the spaces that is taken; its usual error.
   */
  slots: Float32Array;
  bounds: Bounds;
  /** undefined: it is not known. */
  sessions: Uncertain | undefined;
  revenueMinor: Uncertain | undefined;
};

/** Forecasts of areas whose days asked for last are kept, and at most as many more. */
const AREAS_KEPT = 10_000;
/** Of each area; about 1 kB for a day. */
const DAYS_KEPT_MAX = 8;

const read = emptyLotDay();
/** null: nothing is expected of that day. */
const daysKept = keepRecentOf<AreaForecast, Map<number, AreaDay | null>>(AREAS_KEPT);

export function areaForecastOf(
  sent: Pick<AreaForecast, 'currency' | 'madeAtMs' | 'bytes'>,
): AreaForecast {
  const backtest = noBacktest();
  addBacktest(backtest, sent.bytes);
  return { ...sent, backtest };
}

/** null where nothing is expected: it has no history, or the day is too far away. */
export function areaDayOf(forecast: AreaForecast, day: number): AreaDay | null {
  let days = daysKept.get(forecast);
  if (days === undefined) {
    days = new Map();
    daysKept.set(forecast, days);
  }
  const known = days.get(day);
  if (known !== undefined) return known;
  const found = readAreaDay(forecast, day);
  days.set(day, found);
  const [oldest] = days.size > DAYS_KEPT_MAX ? days.keys() : [];
  if (oldest !== undefined) days.delete(oldest);
  return found;
}

function readAreaDay(forecast: AreaForecast, day: number): AreaDay | null {
  const { bytes } = forecast;
  if (!hasHistory(bytes) || !readLotDay(bytes, day, read)) return null;
  const sells = hasStays(bytes);
  return {
    forecast,
    slots: slotsOf(read.shares),
    bounds: { ...read.shares.bounds },
    sessions: sells ? dailyOf(read.sessions) : undefined,
    revenueMinor: sells ? dailyOf(read.revenueMinor) : undefined,
  };
}

/** To be kept, while the bounds that were read are written over. */
function dailyOf(figure: DayFigure): Uncertain | undefined {
  const found = uncertainOf(figure);
  return found && { ...found, bounds: { ...found.bounds } };
}

function slotsOf({ values, spread }: DayFigure): Float32Array {
  const slots = new Float32Array(3 * HALF_HOURS);
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
 * the previous one, else the next one; -1 where nothing is known of these. What is counted once an
 * hour is known in every second half hour only.
 */
export function knownBeside(values: Float32Array, slot: number): number {
  if (isKnown(values[slot])) return slot;
  if (isKnown(values[slot - 1])) return slot - 1;
  return isKnown(values[slot + 1]) ? slot + 1 : -1;
}

const isKnown = (value: number | undefined) => value !== undefined && !Number.isNaN(value);
