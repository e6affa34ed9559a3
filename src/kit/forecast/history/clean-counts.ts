import { HALF_HOURS } from './day-curve.ts';

/** A stated capacity holds unless counts are clearly above it: published capacities are old. */
const SPACES_EXCESS_MAX = 1.1;
/** Of the counts; the few above it may be errors. */
const SPACES_QUANTILE = 0.995;
/** A count of more than so many times the spaces is an error. */
const IMPOSSIBLE = 1.5;
/** A count that is this part of the spaces away from both the previous and the next one. */
const SPIKE = 0.5;
/** A counter that shows the same for so long is stuck; where it shows empty or full, much later. */
const STUCK_SLOTS = 2 * HALF_HOURS;
const STUCK_AT_END_SLOTS = 7 * HALF_HOURS;
/** Counts within that time: otherwise it is not known whether it showed the same. */
const STUCK_COUNTS_MIN = 24;

/** How many spaces a lot has, as far as its counts before a slot tell. */
export function effectiveSpaces(stated: number, counts: Float32Array, before: number): number {
  const above: number[] = [];
  let known = 0;
  for (let slot = 0; slot < before; slot += 1) {
    const count = counts[slot] ?? Number.NaN;
    if (!Number.isNaN(count)) known += 1;
    if (count > SPACES_EXCESS_MAX * stated) above.push(count);
  }
  // The quantile is one of those above, or they are too few to be believed.
  const place = above.length - Math.ceil((1 - SPACES_QUANTILE) * known) - 1;
  if (place < 0) return stated;
  above.sort((a, b) => a - b);
  return Math.ceil(above[place] ?? stated);
}

/**
 * Removes counts that cannot be right: more vehicles than could stand there, a single count far
 * from its neighbours, and counters that have stopped. A count is judged by those before it and the
 * next one of its day, so that a later day never changes what is known of an earlier one. Returns
 * how many were removed.
 */
export function cleanCounts(counts: Float32Array, spaces: number): number {
  const spikes: number[] = [];
  let removed = 0;
  let sameSince = 0;
  let sameCount = 0;
  let last = Number.NaN;
  for (let slot = 0; slot < counts.length; slot += 1) {
    const count = counts[slot] ?? Number.NaN;
    if (Number.isNaN(count)) continue;
    if (count !== last) {
      last = count;
      sameSince = slot;
      sameCount = 0;
    }
    sameCount += 1;
    const isAtEnd = count === 0 || count >= spaces;
    const isStuck =
      slot - sameSince >= (isAtEnd ? STUCK_AT_END_SLOTS : STUCK_SLOTS) &&
      sameCount >= STUCK_COUNTS_MIN;
    if (isSpike(counts, slot, SPIKE * spaces)) spikes.push(slot);
    if (!isStuck && count <= IMPOSSIBLE * spaces) continue;
    counts[slot] = Number.NaN;
    removed += 1;
  }
  for (const slot of spikes) {
    if (!Number.isNaN(counts[slot])) removed += 1;
    counts[slot] = Number.NaN;
  }
  return removed;
}

function isSpike(counts: Float32Array, slot: number, least: number): boolean {
  if (slot % HALF_HOURS === 0 || slot % HALF_HOURS === HALF_HOURS - 1) return false;
  const count = counts[slot] ?? Number.NaN;
  const rise = count - (counts[slot - 1] ?? Number.NaN);
  const fall = count - (counts[slot + 1] ?? Number.NaN);
  return Math.abs(rise) > least && Math.abs(fall) > least && Math.sign(rise) === Math.sign(fall);
}
