import { HALF_HOURS } from '../history/day-curve.ts';

/**
 * Forecasts to compare with. Each takes the figures of one lot (half hours, NaN where nothing was
 * measured) and forecasts every half hour from the days before its day; NaN where it cannot.
 */
type Baseline = (values: Float32Array, days: number) => Float32Array;

const WEEK_SLOTS = 7 * HALF_HOURS;
/** How many weeks, then days, are looked back for the same slot. */
const WEEKS_BACK_MAX = 8;
const DAYS_BACK_MAX = 14;

/**
 * The same slot last week. Where it was not measured then: in the weeks before, else on the last
 * day on which it was, else the last figure of all.
 */
export const seasonalNaive: Baseline = (values, days) => {
  const predicted = new Float32Array(days * HALF_HOURS).fill(Number.NaN);
  const back = [
    ...Array.from({ length: WEEKS_BACK_MAX }, (_, i) => (i + 1) * WEEK_SLOTS),
    ...Array.from({ length: DAYS_BACK_MAX }, (_, i) => (i + 1) * HALF_HOURS),
  ];
  let last = Number.NaN;
  for (let slot = 0; slot < predicted.length; slot += 1) {
    if (slot % HALF_HOURS === 0) last = lastOf(values, slot - HALF_HOURS, last);
    const known = back.find((slots) => !Number.isNaN(values[slot - slots] ?? Number.NaN));
    predicted[slot] = known === undefined ? last : (values[slot - known] ?? last);
  }
  return predicted;
};

/** The last measured figure of the day that begins at `from`, or the one known before it. */
function lastOf(values: Float32Array, from: number, before: number): number {
  const day = values.subarray(Math.max(0, from), Math.max(0, from + HALF_HOURS));
  return day.findLast((value) => !Number.isNaN(value)) ?? before;
}

type Smoothing = { level: number; trend: number; season: number };

const LEVELS = [0.02, 0.05, 0.1, 0.2];
const TRENDS = [0, 0.001];
const SEASONS = [0.1, 0.2, 0.4, 0.6];
const SMOOTHINGS: readonly Smoothing[] = LEVELS.flatMap((level) =>
  TRENDS.flatMap((trend) => SEASONS.map((season) => ({ level, trend, season }))),
);

/**
 * Additive Holt-Winters with a season of a week of half hours. Each day has the smoothing whose
 * forecasts of the days before were best.
 */
export const holtWinters: Baseline = (values, days) => {
  const tries = SMOOTHINGS.map((smoothing) => smooth(values, days, smoothing));
  const errors = tries.map(() => 0);
  const predicted = new Float32Array(days * HALF_HOURS).fill(Number.NaN);
  for (let day = 0; day < days; day += 1) {
    const best = tries[errors.indexOf(Math.min(...errors))] ?? predicted;
    const from = day * HALF_HOURS;
    predicted.set(best.subarray(from, from + HALF_HOURS), from);
    for (const [i, each] of tries.entries())
      for (let slot = from; slot < from + HALF_HOURS; slot += 1) {
        const miss = Math.abs((values[slot] ?? Number.NaN) - (each[slot] ?? Number.NaN));
        if (!Number.isNaN(miss)) errors[i] = (errors[i] ?? 0) + miss;
      }
  }
  return predicted;
};

function smooth(values: Float32Array, days: number, smoothing: Smoothing): Float32Array {
  const predicted = new Float32Array(days * HALF_HOURS).fill(Number.NaN);
  const season = new Float32Array(WEEK_SLOTS).fill(Number.NaN);
  let level = Number.NaN;
  let trend = 0;
  for (let day = 0; day < days; day += 1) {
    const from = day * HALF_HOURS;
    for (let i = 0; i < HALF_HOURS; i += 1)
      predicted[from + i] = clip(level + trend * (i + 1) + (season[(from + i) % WEEK_SLOTS] ?? 0));
    for (let slot = from; slot < from + HALF_HOURS; slot += 1) {
      const value = values[slot] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(level)) level = value;
      const known = season[slot % WEEK_SLOTS] ?? Number.NaN;
      const miss = value - level - trend - (Number.isNaN(known) ? value - level - trend : known);
      season[slot % WEEK_SLOTS] = Number.isNaN(known)
        ? value - level
        : known + smoothing.season * (1 - smoothing.level) * miss;
      level += trend + smoothing.level * miss;
      trend += smoothing.level * smoothing.trend * miss;
    }
  }
  return predicted;
}

function clip(share: number): number {
  return Math.max(0, Math.min(1, share));
}
