import type { SearchDeps } from './look.ts';
import { lookByKey } from './look-by-key.ts';
import { lookOutward } from './look-outward.ts';
import type { LotSearch } from './match/lot-search.ts';
import { readCursor, writeCursor } from './match/search-cursor.ts';
import { type FoundLot, showLots } from './show-lots.ts';

type LotSearchResult = {
  lots: FoundLot[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The database's clock at the time of this result. */
  now: Date;
  /** Lots over all pages. Where `hasMore` there may be more: no more are looked at than needed. */
  foundCount: number;
  /** Those of them that the caller is not told to be full; 0 only where there is no other lot. */
  availableCount: number;
  /** Metres to the nearest of these, by distance to the nearest of all; null: there is none. */
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
  deps: SearchDeps,
  search: LotSearch,
  now: number,
  ownerId: string | null,
): Promise<LotSearchResult> {
  const { cursor, limit: _limit, ...query } = search;
  const after = cursor === null ? null : readCursor(cursor, query);
  const { sort } = search;
  const seen =
    sort === 'distance'
      ? await lookOutward(deps, search, after, { now, ownerId })
      : await lookByKey(deps, { ...search, sort }, after, { now, ownerId });
  const { shown, last, period, openIn, foundCount, availableCount, nearestM } = seen;
  const { describe } = deps.lotTiles;
  return {
    lots: await showLots({ db: deps.db, describe }, shown, period, openIn, ownerId),
    hasMore: last !== null,
    nextCursor: last && writeCursor(last, query),
    now: period.now,
    foundCount,
    availableCount,
    nearestM,
  };
}
