import { openStates, type Window } from '../../../../kit/hours/opening-hours.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import { isTooLong } from '../../max-stay.ts';
import type { LotSearch } from './lot-search.ts';
import { type Judge, type Match, matchLots } from './match-lots.ts';
import { unsoldKey } from './price-key.ts';
import type { Near } from './rank-lots.ts';

/** Those of the lots `near` that a search finds. */
export async function findMatches(
  db: Querier,
  near: readonly Near[],
  search: LotSearch,
  judge: Judge,
): Promise<Match[]> {
  return judgeHours(await matchLots(db, near, search, judge), search, judge.openIn);
}

/** Those whose hours suit; by price, those in which nobody can park then come last. */
async function judgeHours(
  matches: Match[],
  { isOpenNow, isAvailable, sort }: LotSearch,
  window: Window,
): Promise<Match[]> {
  if (!isOpenNow && !isAvailable && sort !== 'price') return matches;
  const states = await openStates(
    matches.map(({ lot }) => lot),
    window,
  );
  return matches.flatMap((match, i) => {
    if (isOpenNow && states[i] !== 'open') return [];
    if (states[i] !== 'closed' && !isTooLong(match.lot, window)) return [match];
    if (isAvailable) return [];
    return [sort === 'price' ? { ...match, key: unsoldKey(match.key) } : match];
  });
}

/** What matches are together. */
export async function addUp(matches: readonly Match[]) {
  let availableCount = 0;
  let nearestM = Infinity;
  await inTimeSlices(matches, (match) => {
    if (!match.isFull) availableCount += 1;
    nearestM = Math.min(nearestM, match.distanceM);
  });
  const foundCount = matches.length;
  return { foundCount, availableCount, nearestM: foundCount === 0 ? null : nearestM };
}
