import { isAtOdds, isShared, nameLikeness } from './name-likeness.ts';
import type { Build, Traits } from './traits.ts';

/**
 * All evidence is in points that are added, as in the weights of record linkage (I. Fellegi and
 * A. Sunter, 1969): positive for the same place, negative against it. They were set by reading
 * the labelled sample of the tests, in which wrong matches count more than missed ones.
 */
type Step = readonly [from: number, points: number];

/** By metres between the two points; between two steps in proportion. Farther is no candidate. */
const BY_METRES: readonly Step[] = [
  [0, 4],
  [25, 3],
  [50, 2],
  [100, 0],
  [150, -1.5],
  [250, -4.5],
];
export const METRES_MAX = 250;

/** By the likeness of the names, 0 to 1. */
const BY_NAME: readonly Step[] = [
  [0, -5],
  [0.45, 0],
  [1, 6],
];
/** By the smaller number of spaces as a share of the larger. */
const BY_SPACES: readonly Step[] = [
  [0, -5],
  [0.15, -3],
  [0.35, -1.5],
  [0.6, 0],
  [0.85, 0.75],
  [0.95, 2],
];
/** The same number of spaces says more when it is not one that many lots have. */
const SAME_SPACES = 3;
const SAME_FEW_SPACES = 1.5;
const FEW_SPACES = 30;

const SAME_BUILD = 0.5;
const OTHER_BUILD = -2;
/** Of what is easily mistaken: below or above ground, a street side or a small surface lot. */
const SIMILAR_BUILD = -0.5;
const SIMILAR_BUILDS: readonly string[] = ['building underground', 'street surface'];
const SAME_OPERATOR = 0.75;
const OTHER_OPERATOR = -0.5;
const OTHER_ACCESS = -1.5;
const SAME_CODE = 1.5;
/** `Stadion P4` and `Stadion P6`, `Congress Nord` and `Congress Süd`. */
const OTHER_PART = -4;
/** References repeat between operators; those of one character do so within a town. */
const SAME_REF = 6;
const SAME_SHORT_REF = 3;

/** Points for two places being the same. */
export function pointsOf(ours: Traits, theirs: Traits, metres: number): number {
  return (
    between(BY_METRES, metres) +
    pointsOfNames(ours, theirs) +
    pointsOfRef(ours, theirs) +
    pointsOfSpaces(ours, theirs) +
    pointsOfBuild(ours.build, theirs.build) +
    pointsOfOperator(ours.operator, theirs.operator) +
    (ours.isPrivate === theirs.isPrivate ? 0 : OTHER_ACCESS)
  );
}

function pointsOfNames({ name: a }: Traits, { name: b }: Traits): number {
  const likeness = nameLikeness(a, b);
  let points = likeness === undefined ? 0 : between(BY_NAME, likeness);
  if (isShared(a.codes, b.codes)) points += SAME_CODE;
  const isOtherPart =
    isAtOdds(a.codes, b.codes) ||
    isAtOdds(a.directions, b.directions) ||
    isAtOdds(a.numbers, b.numbers);
  return isOtherPart ? Math.min(points, OTHER_PART) : points;
}

export function isSameRef({ ref: a }: Traits, { ref: b }: Traits): boolean {
  return a !== null && a === b;
}

function pointsOfRef(ours: Traits, theirs: Traits): number {
  if (!isSameRef(ours, theirs)) return 0;
  return ours.ref?.length === 1 ? SAME_SHORT_REF : SAME_REF;
}

/** The part of the points that is due to the numbers of spaces. */
export function pointsOfSpaces({ spaces: a }: Traits, { spaces: b }: Traits): number {
  if (a === null || b === null) return 0;
  if (a === b) return a < FEW_SPACES ? SAME_FEW_SPACES : SAME_SPACES;
  return between(BY_SPACES, Math.min(a, b) / Math.max(a, b));
}

function pointsOfBuild(a: Build | null, b: Build | null): number {
  if (a === null || b === null) return 0;
  if (a === b) return SAME_BUILD;
  return SIMILAR_BUILDS.includes([a, b].sort().join(' ')) ? SIMILAR_BUILD : OTHER_BUILD;
}

function pointsOfOperator(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  return isShared(a, b) ? SAME_OPERATOR : OTHER_OPERATOR;
}

/** The points at a value, in proportion between the two steps around it. */
function between(steps: readonly Step[], value: number): number {
  const low = steps.findLast(([from]) => from <= value);
  const high = steps.find(([from]) => from > value);
  if (low === undefined || high === undefined) return (low ?? high)?.[1] ?? 0;
  return low[1] + ((high[1] - low[1]) * (value - low[0])) / (high[0] - low[0]);
}
