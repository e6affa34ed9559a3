import type { DayCurve } from './history/day-curve.ts';

/** Errors of one day by region, for each slot: how many, their sum and the sum of their squares. */
export type Regions = Map<string, { count: number; sum: number; squares: number }[]>;

/**
 * Products of errors of two lots of a region, and what they would be if all lots had the same
 * errors.
 */
export type Pairs = { same: number; all: number };

/** Adds the error of each slot of a day, in spreads of the lot, to those of its region. */
export function addToRegion(
  regions: Regions,
  { slots, values, spread, region }: DayCurve,
  day: number,
  predicted: Float32Array,
): void {
  const sums =
    regions.get(region) ?? Array.from({ length: slots }, () => ({ count: 0, sum: 0, squares: 0 }));
  regions.set(region, sums);
  for (const [slot, sum] of sums.entries()) {
    const miss = (values[day * slots + slot] ?? Number.NaN) - (predicted[slot] ?? Number.NaN);
    const error = miss / (spread[slot] ?? Number.NaN);
    if (Number.isNaN(error)) continue;
    sum.count += 1;
    sum.sum += error;
    sum.squares += error ** 2;
  }
}

export function addPairs(pairs: Pairs, regions: Regions): void {
  for (const { count, sum, squares } of [...regions.values()].flat()) {
    if (count < 2) continue;
    pairs.same += (sum ** 2 - squares) / (count - 1);
    pairs.all += squares;
  }
}
