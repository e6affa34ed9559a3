import type { DaySpan } from './history-steps.ts';

/** The mean of the steps with a disclosed figure, to one decimal; null without any. */
type Side = { mean: number | null; stepCount: number };

/** Before a day, and from it on. A step that has days of both is in neither. */
type Comparison = { before: Side; after: Side; difference: number | null };

const PER_UNIT = 10;

type Step = DaySpan & { value: number | null };

/** On which side of a day a step is. */
export function sideOf({ fromDay, toDay }: DaySpan, day: number): 'before' | 'after' | null {
  if (toDay < day) return 'before';
  return fromDay >= day ? 'after' : null;
}

/** Compares the steps before a day with those from it on. */
export function compareSteps(steps: readonly Step[], day: number): Comparison {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    meanOf(steps.filter((step) => sideOf(step, day) === side)),
  ) as [Side, Side];
  const isKnown = before.mean !== null && after.mean !== null;
  const difference = isKnown ? rounded((after.mean ?? 0) - (before.mean ?? 0)) : null;
  return { before, after, difference };
}

function meanOf(steps: readonly Step[]): Side {
  const values = steps.flatMap(({ value }) => value ?? []);
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    mean: values.length === 0 ? null : rounded(sum / values.length),
    stepCount: values.length,
  };
}

function rounded(value: number): number {
  return Math.round(PER_UNIT * value) / PER_UNIT;
}
