import { SPREAD_MIN } from './day-forecast.ts';
import { type DayCurve, HALF_HOURS } from './history/day-curve.ts';

// Intervals become wider where too many outcomes were outside of them, and narrower where too few
// were: so the right share is inside in the long run, however errors change.

/**
 * The interval contains four of five outcomes. What was outside of it is made up for afterwards
 * only, so slightly less is aimed at.
 */
const OUTSIDE_SHARE = 0.195;
/**
 * How much of what the outcomes of a day tell is learnt: a day of half hours tells more than one
 * figure does, and all lots of a region tell more than one lot.
 */
const LOT_STEP = { halfHours: 0.5, days: 0.2 };
const REGION_STEP = { halfHours: 2, days: 0.8 };
/** As a logarithm: some 7 times wider or narrower than errors of all lots tell. */
const WIDTH_MAX = 2;

/** Logarithms by region, as DayCurve.width. */
export type Widths = ReadonlyMap<string, number>;

/** How intervals of all lots are, in spreads, and what regions add. */
type Known = { lows: readonly number[]; highs: readonly number[]; widths: Widths };

/** What was outside on a day, of the lots of each region: the sum of shares, and their number. */
export type Missed = Map<string, { sum: number; lots: number }>;

/** The unit of intervals of each slot; NaN where no error is known. */
export function unitsOf({ spread, width, region }: DayCurve, widths: Widths): Float32Array {
  const times = Math.exp(within(width + (widths.get(region) ?? 0)));
  return spread.map((error) => Math.max(SPREAD_MIN, times * error));
}

/** The bounds of the interval around the forecast of each slot of the next day. */
export function intervalsOf(
  dayCurve: DayCurve,
  values: Float32Array,
  { lows, highs, widths }: Known,
): { lows: Float32Array; highs: Float32Array } {
  const units = unitsOf(dayCurve, widths);
  const boundsAt = (bound = 0) =>
    values.map((value, slot) => {
      const at = value + bound * (units[slot] || 0);
      return Math.max(0, Math.min(dayCurve.most, at));
    });
  return { lows: boundsAt(lows[0]), highs: boundsAt(highs[0]) };
}

/**
 * Learns from how many outcomes of a day were outside of their intervals, before anything else is
 * learnt from that day. Returns the share; undefined where nothing was measured.
 */
export function learnWidth(
  dayCurve: DayCurve,
  day: number,
  values: Float32Array,
  known: Known,
): number | undefined {
  const { slots } = dayCurve;
  const { lows, highs } = intervalsOf(dayCurve, values, known);
  let [count, outside] = [0, 0];
  for (let slot = 0; slot < slots; slot += 1) {
    const truth = dayCurve.values[day * slots + slot] ?? Number.NaN;
    const [low = Number.NaN, high = Number.NaN] = [lows[slot], highs[slot]];
    if (Number.isNaN(truth - low)) continue;
    count += 1;
    if (truth < low || truth > high) outside += 1;
  }
  if (count === 0) return undefined;
  const missed = outside / count;
  dayCurve.width = within(dayCurve.width + stepOf(LOT_STEP, slots) * (missed - OUTSIDE_SHARE));
  return missed;
}

export function addMissed(missed: Missed, region: string, share: number): void {
  const known = missed.get(region) ?? { sum: 0, lots: 0 };
  missed.set(region, { sum: known.sum + share, lots: known.lots + 1 });
}

/** The widths after a day. A region of few lots learns less from it. */
export function widthsAfter(widths: Widths, missed: Missed, slots: number): Widths {
  const after = new Map(widths);
  for (const [region, { sum, lots }] of missed) {
    const step = (stepOf(REGION_STEP, slots) * lots) / (lots + 1);
    const more = step * (sum / lots - OUTSIDE_SHARE);
    after.set(region, within((widths.get(region) ?? 0) + more));
  }
  return after;
}

function stepOf(steps: { halfHours: number; days: number }, slots: number): number {
  return slots === HALF_HOURS ? steps.halfHours : steps.days;
}

function within(width: number): number {
  return Math.max(-WIDTH_MAX, Math.min(WIDTH_MAX, width));
}
