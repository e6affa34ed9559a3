import type { Bounds, DayFigure } from '../../kit/forecast/lot-day.ts';

/** Bounds of lots, added up by their spaces: they are those of a fit, the same for many lots. */
export type BoundSums = Bounds & { weight: number };

/** A sum of forecasts, with the sum of their usual errors and of the squares of these. */
export type Amount = { value: number; errors: number; squares: number; bounds: BoundSums };

/** A forecast with its usual error, and the 80 % interval in units of that error. */
export type Uncertain = { value: number; error: number; bounds: Bounds };

export type Interval = { low: number; high: number };

export function noBounds(): BoundSums {
  return { low: 0, high: 0, together: 0, weight: 0 };
}

export function noAmount(): Amount {
  return { value: 0, errors: 0, squares: 0, bounds: noBounds() };
}

export function addUncertain(sum: Amount, { value, error, bounds }: Uncertain, spaces: number) {
  sum.value += value;
  sum.errors += error;
  sum.squares += error ** 2;
  // What is certain has no errors to learn from.
  if (error > 0) addBounds(sum.bounds, bounds, spaces);
}

export function addBounds(sum: BoundSums, { low, high, together }: Bounds, spaces: number): void {
  sum.low += spaces * low;
  sum.high += spaces * high;
  sum.together += spaces * together;
  sum.weight += spaces;
}

/** A daily figure, whose spread is of its square root, with its usual error; undefined: unknown. */
export function uncertainOf({ values, spread, bounds }: DayFigure): Uncertain | undefined {
  const value = values[0] ?? Number.NaN;
  if (Number.isNaN(value)) return undefined;
  const unit = spread[0] || 0;
  return { value, error: 2 * Math.sqrt(value) * unit + unit ** 2, bounds };
}

/**
 * The 80 % interval of a sum of forecasts, never below 0. A part of each error (`together`) is the
 * same for all of them, and the rest is independent.
 */
export function intervalOf({ value, errors, squares, bounds }: Amount): Interval {
  const { weight } = bounds;
  if (weight === 0) return { low: value, high: value };
  const together = bounds.together / weight;
  const error = Math.sqrt((1 - together) * squares + together * errors ** 2);
  const at = (bound: number) => Math.max(0, value + (bound / weight) * error);
  return { low: Math.min(value, at(bounds.low)), high: Math.max(value, at(bounds.high)) };
}
