import { millisecondsInDay } from 'date-fns/constants';
import type { DayCurve } from './history/day-curve.ts';
import { MONTHS } from './lot-forecast.ts';

/** The days whose mean is the present level. */
const PRESENT_DAYS = 28;
/** So many days of experience count as much as the expectation that months do not differ. */
const PRIOR_DAYS = 60;
/** Fewer days of a month say nothing of it. */
const MONTH_DAYS_MIN = 14;
const [LEAST, MOST] = [0.5, 2];

/**
 * What each month (January first) is to the present level, as far as the history of one year and
 * more tells; 1 where nothing is known. `days` are those of the history.
 */
export function seasonOf(
  { values, slots }: DayCurve,
  firstDay: number,
  days: number,
): Float32Array {
  const sums = new Float64Array(MONTHS);
  const counts = new Float64Array(MONTHS);
  let present = 0;
  let presentCount = 0;
  for (let day = 0; day < days; day += 1) {
    const mean = meanOf(values, day * slots, slots);
    if (Number.isNaN(mean)) continue;
    const month = new Date((firstDay + day) * millisecondsInDay).getUTCMonth();
    sums[month] = (sums[month] ?? 0) + mean;
    counts[month] = (counts[month] ?? 0) + 1;
    if (day < days - PRESENT_DAYS) continue;
    present += mean;
    presentCount += 1;
  }
  const level = present / presentCount;
  return Float32Array.from({ length: MONTHS }, (_, month) => {
    const count = counts[month] ?? 0;
    if (count < MONTH_DAYS_MIN || !(level > 0)) return 1;
    const season = ((sums[month] ?? 0) + PRIOR_DAYS * level) / ((count + PRIOR_DAYS) * level);
    return Math.max(LEAST, Math.min(MOST, season));
  });
}

function meanOf(values: Float32Array, from: number, slots: number): number {
  let sum = 0;
  let count = 0;
  for (let slot = from; slot < from + slots; slot += 1) {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}
