/** Nobody has a larger part of the weight, where so many operators have a say. */
const PART_MAX = 1 / 4;
export const BOUNDED_OPERATORS_MIN = 4;
/** Whose share is further away than this from that of all pulls no more than if it were there. */
const PULL_MAX = 0.25;
/** Half a step is left of each step, or less: more would change nothing that is told. */
const STEPS = 60;
const BALANCE_SLACK = 1e-12;
/** By so much of a share an operator moves the mean of the others at most, of a forecast. */
export const SHARE_MOVED_MAX = 0.08;

/** Whether so many operators share the weight that no part of it may be too large. */
export function isBounded(weights: readonly number[]): boolean {
  return weights.length >= BOUNDED_OPERATORS_MIN;
}

/**
 * What operators weigh at most: with four or more, nobody may have more than a quarter of what all
 * of them have after this cap; Infinity with fewer, or where nobody has more.
 */
export function operatorCap(weights: readonly number[]): number {
  if (!isBounded(weights)) return Infinity;
  const heaviest = weights.toSorted((a, b) => b - a);
  let rest = heaviest.reduce((sum, weight) => sum + weight, 0);
  for (const [capped, weight] of heaviest.entries()) {
    const cap = (PART_MAX * rest) / (1 - capped * PART_MAX);
    if (weight <= cap) return capped === 0 ? Infinity : cap;
    rest -= weight;
  }
  return Infinity;
}

/** What one operator has to say of a share (0 to 1), and how much it weighs. */
export type Voice = { weight: number; value: number };

/**
 * The mean share of some operators, in which one that is far from the others says little: the share
 * at which the pulls of all balance, where none pulls as if it were more than 25 points away (P. J.
 * Huber, 1964). Where all are nearer it is their mean. With four or more operators, nobody weighs
 * more than a quarter of all. null without any.
 */
export function heardShare(voices: readonly Voice[]): number | null {
  const cap = operatorCap(voices.map(({ weight }) => weight));
  const heard = voices
    .map(({ weight, value }) => ({ weight: Math.min(weight, cap), value }))
    .sort((a, b) => a.value - b.value);
  const total = heard.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) return null;
  let share = heard.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
  for (let step = 0; step < STEPS; step += 1) {
    const pull = heard.reduce(
      (sum, { weight, value }) =>
        sum + weight * Math.max(-PULL_MAX, Math.min(PULL_MAX, value - share)),
      0,
    );
    if (Math.abs(pull) < BALANCE_SLACK * total) break;
    share += pull / total;
  }
  return share;
}

/** A sum of shares, each times its weight. */
type Sum = { weight: number; worth: number };

/** What one operator's part of a sum of shares changes when it counts as near as it may be. */
export function heldBack(all: Sum, { weight, worth }: Sum): number {
  const rest = all.weight - weight;
  if (weight === 0 || !(rest > 0)) return 0;
  const others = (all.worth - worth) / rest;
  const far = (SHARE_MOVED_MAX * all.weight) / weight;
  const value = worth / weight;
  return weight * (Math.max(others - far, Math.min(others + far, value)) - value);
}

/**
 * The mean of what some operators have, where it has no upper end. With four or more, nobody weighs
 * more than a quarter of all, and whoever has least, or most, counts as if it had what the next one
 * has. null without any.
 */
export function heardAmount(voices: readonly Voice[]): number | null {
  const cap = operatorCap(voices.map(({ weight }) => weight));
  const values = voices.map(({ value }) => value).sort((a, b) => a - b);
  const isHeld = isBounded(values);
  const [least, most] = isHeld ? [values.at(1), values.at(-2)] : [values.at(0), values.at(-1)];
  let [weight, worth] = [0, 0];
  for (const one of voices) {
    const own = Math.min(one.weight, cap);
    weight += own;
    worth += own * Math.max(least ?? 0, Math.min(most ?? 0, one.value));
  }
  return weight > 0 ? worth / weight : null;
}
