import { circleCap, coverCircle } from '../../geometry/circle-cover.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import { openStates, type Window } from '../hours/opening-hours.ts';
import { isTooLong } from '../max-stay.ts';
import { choosePage } from './choose-page.ts';
import { periodOf } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './lot-tiles.ts';
import { type Match, matchLots } from './match-lots.ts';
import { unsoldKey } from './price-key.ts';
import { readCursor, writeCursor } from './search-cursor.ts';
import { type FoundLot, showLots } from './show-lots.ts';

export type LotSearchResult = {
  lots: FoundLot[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The database's clock at the time of this result. */
  now: Date;
  /** Here and below: over all pages. */
  foundCount: number;
  /** Lots that the caller is not told to be full. */
  availableCount: number;
  nearestM: number | null;
};

/**
 * Finds listed, active lots within a great-circle distance, in their state during the window asked
 * about. `distance` takes them in rings of RING_M and shows each page by distance; `price` sorts by
 * the price of the window or, without a window, of the first hour, within each currency, the one of
 * most lots around first (last are lots that are full or closed or allow only shorter stays, then
 * those without a rate); `availability` by free spaces, most first: by the fewest that what is
 * shown of a lot allows. Where lots are equal in that, the nearest lot of each operator comes
 * first, then the second nearest of each. Pages neither repeat nor skip a lot that did not change
 * meanwhile, unless its operator added, moved or removed lots in its ring. `now` is milliseconds
 * since 1970; `ownerId` is the operator whose lots the caller sees in full. Errors: BAD_REQUEST
 * naming `cursor` or `starts_at`.
 */
export async function searchLots(
  { db, lotTiles }: { db: Querier; lotTiles: LotTiles },
  search: LotSearch,
  now: number,
  ownerId: string | null,
): Promise<LotSearchResult> {
  const { cursor, limit: _limit, ...query } = search;
  const after = cursor === null ? null : readCursor(cursor, query);
  const circle = circleCap(search.centre, search.radiusM);
  const area = await lotTiles.read(coverCircle(circle, LOT_TILE_RESOLUTION));
  const period = periodOf(search.window, area.now);
  const { near, matches: all } = await matchLots(db, area.lots, search, period, ownerId);
  const openIn = period.window ?? { from: new Date(now), to: new Date(now) };
  const matches = await judgeHours(all, search, openIn);
  let availableCount = 0;
  let nearestM = Infinity;
  await inTurns(matches, (match) => {
    if (!match.isFull) availableCount += 1;
    nearestM = Math.min(nearestM, match.distanceM);
  });
  const { shown, last } = await choosePage({ near, matches }, search, after);
  return {
    lots: await showLots(db, shown, period, openIn, ownerId),
    hasMore: last !== null,
    nextCursor: last && writeCursor(last, query),
    now: area.now,
    foundCount: matches.length,
    availableCount,
    nearestM: matches.length === 0 ? null : nearestM,
  };
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
