import type { DayFigure } from '../../kit/forecast/lot-day.ts';
import type { Uncertain } from './amount.ts';

/** A daily figure, whose spread is of its square root, with its usual error; undefined: unknown. */
export function uncertainOf({ values, spread, bounds }: DayFigure): Uncertain | undefined {
  const value = values[0] ?? Number.NaN;
  if (Number.isNaN(value)) return undefined;
  const unit = spread[0] || 0;
  return { value, error: 2 * Math.sqrt(value) * unit + unit ** 2, bounds };
}
