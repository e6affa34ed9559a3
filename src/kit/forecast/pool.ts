import { yieldThread } from '../pool/time-slices.ts';
import { type DayForecast, emptyDayForecast, forecastDay, learnOwn } from './day-forecast.ts';
import { featureCount } from './features.ts';
import type { DayCurve } from './history/day-curve.ts';
import { HORIZONS, NOWCAST_SLOTS } from './lot-forecast.ts';
import { countError, createErrorCounts, type ErrorCounts, highOf, lowOf } from './quantiles.ts';
import { addPairs, addToRegion, type Pairs, type Regions } from './regions.ts';
import { addRow, createRidge, fade, type Ridge, solve } from './ridge.ts';
import { addMissed, learnWidth, type Missed, type Widths, widthsAfter } from './width.ts';

/** Of the weight of a day, after each day. A day of half hours tells more than one figure does. */
const RETENTION = { halfHours: 0.97, days: 0.99 };
/** For all days ahead but the first, every so many-th slot is learnt from, others each day. */
const SLOT_STEP = 6;
/** Further ahead than one day is learnt from so many last days; the others would hardly count. */
const FAR_DAYS = 120;
/** Before so many days were measured at a lot, nothing is learnt from it for others. */
export const KNOWN_DAYS_MIN = 7;

/** What lots have in common, as it was known at the end of a day. By days ahead (0: one day). */
export type SharedParameter = {
  /** Of the features, see fillFeatures. */
  weights: readonly Float64Array[];
  /** The interval around a forecast, in spreads of the lot. */
  lows: readonly number[];
  highs: readonly number[];
  /** What was outside of intervals of late makes those of a region wider. */
  widths: Widths;
  /** 0 to 1: how far errors of lots of one region are the same. */
  together: number;
  /** How much of a difference from the forecast remains after each of NOWCAST_SLOTS. */
  carry: readonly number[];
};

type Sums = {
  slots: number;
  retention: number;
  ridges: Ridge[];
  errors: ErrorCounts[];
  pairs: Pairs;
  widths: Widths;
  carried: { now: number; later: number }[];
};

/**
 * Goes through the days, and learns from each what the lots of a sample have in common: how what
 * lots did in their last days goes on, and how large errors are. Returns what was known before each
 * day, and at last after all of them, so that a forecast of a day uses nothing from that day on.
 */
export async function learnParameters(
  dayCurves: readonly DayCurve[],
  days: number,
  slots: number,
): Promise<SharedParameter[]> {
  const sums = createSums(slots);
  const forecast = emptyDayForecast(slots);
  const known = [readSums(sums)];
  for (let day = 0; day < days; day += 1) {
    const common = known[day] ?? readSums(sums);
    if (!dayCurves.some((dayCurve) => isMeasured(dayCurve, day))) {
      known.push(common);
      continue;
    }
    fadeSums(sums);
    const regions: Regions = new Map();
    const missed: Missed = new Map();
    for (const dayCurve of dayCurves) {
      if (!isMeasured(dayCurve, day)) continue;
      for (let horizon = day < days - FAR_DAYS ? 1 : HORIZONS; horizon >= 1; horizon -= 1) {
        const weights = common.weights[horizon - 1] ?? new Float64Array();
        forecast.slotStep = horizon === 1 || slots === 1 ? 1 : SLOT_STEP;
        forecast.slotFrom = day % forecast.slotStep;
        forecastDay(dayCurve, { day, horizon }, weights, forecast);
        addErrors(sums, dayCurve, { day, horizon }, forecast);
      }
      if (dayCurve.knownDays >= KNOWN_DAYS_MIN) {
        addToRegion(regions, dayCurve, day, forecast.values);
        const share = learnWidth(dayCurve, day, forecast.values, common);
        if (share !== undefined) addMissed(missed, dayCurve.region, share);
      }
      if (slots > 1) addCarried(sums, dayCurve, day, forecast);
      learnOwn(dayCurve, day, forecast);
    }
    addPairs(sums.pairs, regions);
    sums.widths = widthsAfter(sums.widths, missed, slots);
    known.push(readSums(sums));
    await yieldThread();
  }
  return known;
}

function isMeasured({ slots, values }: DayCurve, day: number): boolean {
  return values.subarray(day * slots, (day + 1) * slots).some((value) => !Number.isNaN(value));
}

function createSums(slots: number): Sums {
  return {
    slots,
    retention: slots === 1 ? RETENTION.days : RETENTION.halfHours,
    ridges: Array.from({ length: HORIZONS }, () => createRidge(featureCount(slots))),
    errors: Array.from({ length: HORIZONS }, createErrorCounts),
    pairs: { same: 0, all: 0 },
    widths: new Map(),
    carried: NOWCAST_SLOTS.map(() => ({ now: 0, later: 0 })),
  };
}

function readSums({ slots, ridges, errors, pairs, widths, carried }: Sums): SharedParameter {
  for (const ridge of ridges) solve(ridge, slots);
  const together = pairs.all > 0 ? pairs.same / pairs.all : 0;
  return {
    weights: ridges.map(({ weights }) => weights),
    lows: errors.map(lowOf),
    highs: errors.map(highOf),
    widths,
    together: Math.max(0, Math.min(1, together)),
    carry: carried.map(({ now, later }) => (now > 0 ? Math.max(0, Math.min(1, later / now)) : 0)),
  };
}

function fadeSums({ retention, ridges, errors, pairs, carried }: Sums): void {
  for (const ridge of ridges) fade(ridge, retention);
  for (const counts of errors)
    for (let i = 0; i < counts.length; i += 1) counts[i] = (counts[i] ?? 0) * retention;
  pairs.same *= retention;
  pairs.all *= retention;
  for (const each of carried) {
    each.now *= retention;
    each.later *= retention;
  }
}

function addErrors(
  { slots, ridges, errors }: Sums,
  { values, spread, knownDays }: DayCurve,
  { day, horizon }: { day: number; horizon: number },
  forecast: DayForecast,
): void {
  const ridge = ridges[horizon - 1];
  const counts = errors[horizon - 1];
  if (ridge === undefined || counts === undefined || knownDays < KNOWN_DAYS_MIN) return;
  const width = featureCount(slots);
  for (let slot = forecast.slotFrom; slot < slots; slot += forecast.slotStep) {
    if (forecast.factors[slot] !== 1) continue;
    const value = values[day * slots + slot] ?? Number.NaN;
    const residual = value - (forecast.base[slot] ?? Number.NaN);
    const unit = spread[slot] ?? Number.NaN;
    if (Number.isNaN(residual) || Number.isNaN(unit)) continue;
    addRow(ridge, forecast.features, slot * width, { outcome: residual, weight: 1 / unit ** 2 });
    countError(counts, (value - (forecast.values[slot] ?? 0)) / unit);
  }
}

function addCarried(
  { slots, carried }: Sums,
  { values, spread }: DayCurve,
  day: number,
  forecast: DayForecast,
): void {
  const missAt = (slot: number) =>
    (values[day * slots + slot] ?? Number.NaN) - (forecast.values[slot] ?? Number.NaN);
  for (const [i, ahead] of NOWCAST_SLOTS.entries()) {
    const sums = carried[i];
    for (let slot = 0; sums !== undefined && slot + ahead < slots; slot += 1) {
      const now = missAt(slot);
      const later = missAt(slot + ahead);
      const weight = 1 / (spread[slot + ahead] ?? Number.NaN) ** 2;
      if (Number.isNaN(now * later * weight)) continue;
      sums.now += weight * now ** 2;
      sums.later += weight * now * later;
    }
  }
}
