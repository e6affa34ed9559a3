import type { UsedDay } from '../../../kit/forecast/history/lot-days.ts';

/** Half hours of a day. */
const HALF_HOURS = 48;
const HALF_HOUR_SECONDS = 1_800;

/** A row of `use_by_lot_day`; figures are those of `halfHours`, which may name one repeatedly. */
type ChangedDay = {
  lotId: string;
  day: number;
  currency: string;
  halfHours: readonly number[];
  taken: readonly number[];
  takenSeconds: readonly number[];
  started: readonly number[];
  revenueMinor: readonly number[];
};

/** What there was in each half hour of a day, without those in which there was nothing. */
export function usedDay({ lotId, day, currency, ...changed }: ChangedDay): UsedDay {
  const taken = sumsOf(changed.halfHours, changed.taken);
  const seconds = sumsOf(changed.halfHours, changed.takenSeconds);
  const started = sumsOf(changed.halfHours, changed.started);
  const revenue = sumsOf(changed.halfHours, changed.revenueMinor);
  let spaces = 0;
  for (const [half, change] of taken.entries()) {
    seconds[half] = (seconds[half] ?? 0) + spaces * HALF_HOUR_SECONDS;
    spaces += change;
  }
  const halfHours = Array.from(taken.keys()).filter(
    (half) => seconds[half] !== 0 || started[half] !== 0 || revenue[half] !== 0,
  );
  const inThese = (sums: Float64Array) => halfHours.map((half) => sums[half] ?? 0);
  return {
    ...{ lotId, day, currency, halfHours },
    occupiedSeconds: inThese(seconds),
    started: inThese(started),
    revenueMinor: inThese(revenue),
  };
}

function sumsOf(halfHours: readonly number[], changes: readonly number[]): Float64Array {
  const sums = new Float64Array(HALF_HOURS);
  for (const [i, half] of halfHours.entries()) sums[half] = (sums[half] ?? 0) + (changes[i] ?? 0);
  return sums;
}
