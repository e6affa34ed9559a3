/** Nobody has a larger part of the weight, where so many operators have a say. */
const PART_MAX = 1 / 4;
/** The same of a share. With up to six, each has an equal part. */
const PART_OF_SHARE_MAX = 1 / 6;
export const BOUNDED_OPERATORS_MIN = 4;
/** Where so many are present, so many must have a say. */
const SPEAKERS_MIN = 3;
/** Whose share is further away than this from that of all pulls no more than if it were there. */
const PULL_MAX = 0.2;
/** Where equal parts are all that is left, floating point may miss them. */
const CAP_SLACK = 1e-12;
/** Half is half, whatever floating point makes of a cap. */
const HALF_SLACK = 1e-9;
const BALANCE_SLACK = 1e-12;
/** Who is so near to an edge has passed it. */
const EDGE_SLACK = 2 * BALANCE_SLACK;
/** Shares are disclosed to ten decimals. */
const STEPS_OF_SHARE = 1e10;
/** By so much of a share an operator moves the mean of the others at most, of a forecast. */
export const SHARE_MOVED_MAX = 0.08;

/** Whether so many operators share a weight that nobody may have too much of it. */
export function isBounded(operators: number): boolean {
  return operators >= BOUNDED_OPERATORS_MIN;
}

/**
 * What operators weigh at most: with four or more that weigh anything, nobody may have more than a
 * quarter of what all of them have after this cap; Infinity with fewer, or where nobody has more.
 */
export function operatorCap(weights: readonly number[]): number {
  return capAt(weights, isBounded(countSpeakers(weights)) ? PART_MAX : 1);
}

/**
 * The same of those who have a say, where so many operators are present. Of four or more at least
 * three must have one; each has an equal part where that is more than `partMax`. null: fewer have
 * one, so that a single operator could decide, and nothing may be disclosed.
 */
export function speakersCap(
  weights: readonly number[],
  present: number,
  partMax = PART_MAX,
): number | null {
  if (!isBounded(present)) return Infinity;
  const speakers = countSpeakers(weights);
  return speakers < SPEAKERS_MIN ? null : capAt(weights, Math.max(partMax, 1 / speakers));
}

function countSpeakers(weights: readonly number[]): number {
  let count = 0;
  for (const weight of weights) if (weight > 0) count += 1;
  return count;
}

/** Infinity where nobody has a larger part than this. */
function capAt(weights: readonly number[], part: number): number {
  let [rest, most] = [0, 0];
  for (const weight of weights) {
    rest += weight;
    if (weight > most) most = weight;
  }
  // Nearly always nothing has to be sorted.
  if (most <= part * rest) return Infinity;
  for (const [capped, weight] of weights.toSorted((a, b) => b - a).entries()) {
    const cap = (part * rest) / (1 - capped * part);
    if (weight <= cap * (1 + CAP_SLACK)) return cap;
    rest -= weight;
  }
  return Infinity;
}

/**
 * How much of what some operators have is known (0 to 1), where nobody has more than operatorCap
 * allows; `known` are parts of `weights`, in the same order. 0 without any.
 */
export function knownPart(weights: readonly number[], known: ArrayLike<number>): number {
  const cap = operatorCap(weights);
  let [all, part] = [0, 0];
  for (let i = 0; i < weights.length; i += 1) {
    const weight = weights[i] ?? 0;
    if (weight === 0) continue;
    const bounded = Math.min(weight, cap);
    all += bounded;
    part += (bounded * (known[i] ?? 0)) / weight;
  }
  return all > 0 ? part / all : 0;
}

/** Whether so much is known that a figure of all is disclosed. */
export function isHalfKnown(part: number): boolean {
  return part > 0 && 2 * part >= 1 - HALF_SLACK;
}

/** What one operator has to say of a share (0 to 1), and how much it weighs. */
export type Voice = { weight: number; value: number };

/**
 * The mean share of some operators, in which one that is far from the others says little: the share
 * at which the pulls of all balance, where none pulls as if it were more than 20 points away (P. J.
 * Huber, 1964). Where all are nearer it is their mean. Up to six weigh the same, and of more nobody
 * weighs more than a sixth of all. null without any, or if too few of those present have a say.
 */
export function heardShare(voices: readonly Voice[], present = voices.length): number | null {
  const cap = speakersCap(
    voices.map(({ weight }) => weight),
    present,
    PART_OF_SHARE_MAX,
  );
  if (cap === null) return null;
  let [total, worth] = [0, 0];
  for (const { weight, value } of voices) {
    const heard = Math.min(weight, cap);
    total += heard;
    worth += heard * value;
  }
  if (!(total > 0)) return null;
  let share = worth / total;
  // Between two edges pulls change evenly, so each step leads to the balance or over an edge.
  for (let edges = 0; edges <= 2 * voices.length; edges += 1) {
    let pull = 0;
    for (const { weight, value } of voices)
      pull += Math.min(weight, cap) * Math.max(-PULL_MAX, Math.min(PULL_MAX, value - share));
    if (Math.abs(pull) < BALANCE_SLACK * total) break;
    const way = Math.sign(pull);
    const { near, edge } = aheadOf(voices, cap, { share, way });
    share += way * Math.min(Math.abs(pull) / near, edge + BALANCE_SLACK);
  }
  // What the order of the operators makes of the last digits must not show.
  return Math.round(share * STEPS_OF_SHARE) / STEPS_OF_SHARE;
}

/**
 * On the way up (1) or down (-1) from a share: the weight of who is near, and how far it is to the
 * edge where somebody begins or ceases to be.
 */
function aheadOf(
  voices: readonly Voice[],
  cap: number,
  { share, way }: { share: number; way: number },
) {
  const [ahead, behind] = [PULL_MAX + EDGE_SLACK, -PULL_MAX + EDGE_SLACK];
  let [near, edge] = [0, Infinity];
  for (const { weight, value } of voices) {
    const away = way * (value - share);
    if (away <= behind) continue;
    if (away <= ahead) near += Math.min(weight, cap);
    edge = Math.min(edge, away <= ahead ? away + PULL_MAX : away - PULL_MAX);
  }
  return { near, edge };
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
  const isHeld = isBounded(values.length);
  const [least, most] = isHeld ? [values.at(1), values.at(-2)] : [values.at(0), values.at(-1)];
  let [weight, worth] = [0, 0];
  for (const one of voices) {
    const own = Math.min(one.weight, cap);
    weight += own;
    worth += own * Math.max(least ?? 0, Math.min(most ?? 0, one.value));
  }
  return weight > 0 ? worth / weight : null;
}
