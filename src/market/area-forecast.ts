import { HALF_HOURS } from '../forecast/course.ts';
import { type DayFigure, emptyLotDay, readLotDay } from '../forecast/lot-day.ts';
import { hasHistory, hasStays } from '../forecast/lot-facts.ts';
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
};

/** By areaKey. */
export type AreaForecasts = ReadonlyMap<string, AreaForecast>;

/** What is expected of an area on one day, of AREA_SPACES spaces. */
export type AreaDay = AreaForecast & {
  /** One half hour after another; NaN where neither it nor one beside it is known. */
  shares: DayFigure;
  /** undefined: it is not known. */
  sessions: Uncertain | undefined;
  revenueMinor: Uncertain | undefined;
};

/** The days asked for last, of which each area is kept as it was read: about 1 kB for a day. */
const DAYS_KEPT_MAX = 8;

const kept = new WeakMap<AreaForecast, Map<number, AreaDay | undefined>>();

/** undefined where nothing is expected: it has no history, or the day is too far away. */
export function areaDayOf(forecast: AreaForecast, day: number): AreaDay | undefined {
  const days = kept.get(forecast) ?? new Map<number, AreaDay | undefined>();
  kept.set(forecast, days);
  if (days.has(day)) return days.get(day);
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
    ...forecast,
    shares: filled(shares),
    sessions: sells ? uncertainOf(sessions) : undefined,
    revenueMinor: sells ? uncertainOf(revenueMinor) : undefined,
  };
}

function filled({ values, spread, bounds }: DayFigure): DayFigure {
  const from = values.map((_, slot) => knownBeside(values, slot));
  const pick = (some: Float32Array) => from.map((slot) => some[slot] ?? Number.NaN);
  return { values: pick(values), spread: pick(spread), bounds };
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
