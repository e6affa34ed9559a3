import {
  heardShare,
  isHalfKnown,
  knownPart,
  speakersCap,
  type Voice,
} from '../tiles/operator-cap.ts';
import type { DaySpan } from './history-steps.ts';
import type { PastDays } from './past-days.ts';

/** A step of an area is disclosed if so much of its days that are over is. */
const KNOWN_PART_MIN = 1 / 2;

/** Days that are disclosed together, and prices that payments have moved, among those of a step. */
type StepMean = { value: number; isPooled: boolean; isPaid: boolean };

/** The means of some steps over the days that are disclosed; undefined where too few are. */
export function stepMeans(
  { values, isPooled, isPaid }: PastDays,
  steps: readonly DaySpan[],
  period: DaySpan,
): (StepMean | undefined)[] {
  return steps.map(({ fromDay, toDay }) => {
    const [from, to] = [fromDay - period.fromDay, toDay - period.fromDay];
    let [sum, known, pooled, paid] = [0, 0, 0, 0];
    for (let at = from; at <= to; at += 1) {
      const value = values[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      known += 1;
      pooled += isPooled[at] ?? 0;
      paid += isPaid[at] ?? 0;
    }
    if (known === 0 || known < KNOWN_PART_MIN * (to - from + 1)) return undefined;
    return { value: sum / known, isPooled: pooled > 0, isPaid: 2 * paid >= known };
  });
}

/** The lots of one operator that have the same steps. */
export type Voter = {
  operatorId: string;
  weight: number;
  steps: readonly (StepMean | undefined)[];
};

/** What the areas of some lots tell of a step together. */
export type StepFigure = {
  value: number;
  /** The part of the spaces where it is disclosed. */
  knownPart: number;
  isPooled: boolean;
  isPaid: boolean;
};

/** Of what: a share of 0 to 1, or any amount. */
export type Joined = 'share' | 'amount';

/**
 * The figure of each step, by the spaces of lots, where no operator counts for too many; null where
 * less than half of them have one.
 */
export function stepFigures(voters: readonly Voter[], stepCount: number, joined: Joined) {
  const numbers = new Map<string, number>();
  for (const { operatorId } of voters)
    if (!numbers.has(operatorId)) numbers.set(operatorId, numbers.size);
  const operatorOf = voters.map(({ operatorId }) => numbers.get(operatorId) ?? 0);
  const sums = new Float64Array(numbers.size);
  for (const [i, { weight }] of voters.entries()) add(sums, operatorOf[i] ?? 0, weight);
  const all = [...sums];
  const present = all.filter((weight) => weight > 0).length;
  const [disclosed, worth] = [new Float64Array(all.length), new Float64Array(all.length)];
  return Array.from({ length: stepCount }, (_, step): StepFigure | null => {
    disclosed.fill(0);
    worth.fill(0);
    let [pooled, paid, weights] = [0, 0, 0];
    for (const [i, { weight, steps }] of voters.entries()) {
      const mean = steps[step];
      if (mean === undefined) continue;
      add(disclosed, operatorOf[i] ?? 0, weight);
      add(worth, operatorOf[i] ?? 0, weight * mean.value);
      weights += weight;
      if (mean.isPooled) pooled += weight;
      if (mean.isPaid) paid += weight;
    }
    const part = knownPart(all, disclosed);
    if (!isHalfKnown(part)) return null;
    const voices = [...disclosed.entries()]
      .filter(([, weight]) => weight > 0)
      .map(([i, weight]) => ({ weight, value: (worth[i] ?? 0) / weight }));
    const value = (joined === 'share' ? heardShare : cappedMean)(voices, present);
    if (value === null) return null;
    return { value, knownPart: part, isPooled: pooled > 0, isPaid: 2 * paid >= weights };
  });
}

function cappedMean(voices: readonly Voice[], present: number): number | null {
  const cap = speakersCap(
    voices.map(({ weight }) => weight),
    present,
  );
  if (cap === null) return null;
  let [weights, worth] = [0, 0];
  for (const { weight, value } of voices) {
    weights += Math.min(weight, cap);
    worth += Math.min(weight, cap) * value;
  }
  return weights > 0 ? worth / weights : null;
}

function add(sums: Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] ?? 0) + more;
}
