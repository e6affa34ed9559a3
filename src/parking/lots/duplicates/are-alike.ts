import { greatCircleMetres } from '../../../kit/geo/great-circle.ts';
import type { LotType } from '../lot-type.ts';
import { namePartsOf } from './name-parts.ts';

/** Two listings of one car park are pinned at most so many metres apart. */
export const NEAR_M = 30;
/** As near, little besides the names has to agree. */
const CLOSE_M = 10;
/** How many times the spaces of the one the other may have at most. */
const SPACES_RATIO_MAX = 2;
/** The same beyond CLOSE_M. */
const FAR_SPACES_RATIO_MAX = 1.25;

/** What of a lot tells whether it is another listing of the same car park. */
export type Described = {
  name: string;
  latitude: number;
  longitude: number;
  /** null: nobody counted them. */
  totalSpaces: number | null;
  lotType: LotType | null;
  osmId: string | null;
};

/**
 * Whether two listings look like one car park. Garages side by side do not: a wrong yes takes a
 * real lot out of the figures, and a wrong no only counts one twice. So a number, letter or
 * direction that only one of them has decides against it, and so does another kind of car park,
 * another element of OpenStreetMap, or more than twice the spaces.
 */
export function areAlike(a: Described, b: Described): boolean {
  const metres = distanceBetween(a, b);
  if (metres > NEAR_M || contradict(a, b)) return false;
  const likeness = likenessOf(a, b);
  if (likeness === 'none') return false;
  const isSameElement = a.osmId !== null && a.osmId === b.osmId;
  if (isSameElement) return true;
  const ratio = spacesRatio(a, b) ?? Number.POSITIVE_INFINITY;
  if (metres > CLOSE_M) {
    // Many that are not named are called by their street: several stand along it.
    const isOnStreet = a.lotType === 'street' || b.lotType === 'street';
    return likeness === 'same' && ratio <= FAR_SPACES_RATIO_MAX && !isOnStreet;
  }
  return likeness === 'same' || likeness === 'without code' || (likeness === 'weak' && ratio === 1);
}

/**
 * Whether a lot is still the car park that it was, by its place and name. All else may be
 * corrected.
 */
export function isStill(was: Described, now: Described): boolean {
  return distanceBetween(was, now) <= NEAR_M && hasLikeName(likenessOf(was, now));
}

/** Great-circle metres. */
export function distanceBetween(
  a: Pick<Described, 'latitude' | 'longitude'>,
  b: Pick<Described, 'latitude' | 'longitude'>,
): number {
  return greatCircleMetres(
    { lat: a.latitude, lng: a.longitude },
    { lat: b.latitude, lng: b.longitude },
  );
}

function contradict(a: Described, b: Described): boolean {
  return (
    (spacesRatio(a, b) ?? 1) > SPACES_RATIO_MAX ||
    differ(a.osmId, b.osmId) ||
    differ(isOpen(a), isOpen(b))
  );
}

/** How many times the spaces of the smaller the larger has; null: nobody counted those of both. */
function spacesRatio(a: Described, b: Described): number | null {
  if (a.totalSpaces === null || b.totalSpaces === null) return null;
  if (a.totalSpaces === b.totalSpaces) return 1;
  return Math.max(a.totalSpaces, b.totalSpaces) / Math.min(a.totalSpaces, b.totalSpaces);
}

/** Whether it is no building, by its type or else by its name; null: neither says so. */
function isOpen({ lotType, name }: Described): boolean | null {
  if (lotType !== null) return lotType === 'surface' || lotType === 'street';
  const { kind } = namePartsOf(name);
  return kind === null ? null : kind === 'open';
}

/**
 * `without code`: the same, but for a code that one lacks. `weak`: one says only a part of what the
 * other says, or neither says anything. `other`: not the same words, and nothing against it.
 */
type Likeness = 'same' | 'without code' | 'weak' | 'other' | 'none';

const hasLikeName = (likeness: Likeness) => likeness !== 'other' && likeness !== 'none';

function likenessOf(a: Described, b: Described): Likeness {
  const [one, other] = [namePartsOf(a.name), namePartsOf(b.name)];
  if (!haveSame(one.marks, other.marks) || differ(one.kind, other.kind)) return 'none';
  if (differ(one.code, other.code)) return 'none';
  const isCodeMissing = one.code !== other.code;
  const [words, otherWords] = [one.words.join(''), other.words.join('')];
  if (words === otherWords && words !== '') return isCodeMissing ? 'without code' : 'same';
  if (isCodeMissing) return 'other';
  const isPart = isWithin(one.words, other.words) || isWithin(other.words, one.words);
  return isPart || words === otherWords ? 'weak' : 'other';
}

/** Both are known, and not the same. */
function differ<T>(one: T | null, other: T | null): boolean {
  return one !== null && other !== null && one !== other;
}

function haveSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join(' ') === others.join(' ');
}

/** Whether the first name says something, and only what the second says, too. */
function isWithin(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && some.every((word) => others.includes(word));
}
