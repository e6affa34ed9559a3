import { circleCap, coverCircle } from '../../geometry/circle-cover.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import { openStates, type Window } from '../hours/opening-hours.ts';
import { isTooLong } from '../max-stay.ts';
import { choosePage } from './choose-page.ts';
import { firstLook, nextLook } from './look-outward.ts';
import { type Period, periodOf } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './lot-tiles.ts';
import { type Match, matchLots } from './match-lots.ts';
import { unsoldKey } from './price-key.ts';
import type { Near } from './rank-lots.ts';
import { readCursor, writeCursor } from './search-cursor.ts';
import { type FoundLot, showLots } from './show-lots.ts';

export type LotSearchResult = {
  lots: FoundLot[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The database's clock at the time of this result. */
  now: Date;
  /** Lots over all pages. Where `hasMore`, and sorted by distance, there may be more of them. */
  foundCount: number;
  /** Those of them that the caller is not told to be full; 0 only where there is no other lot. */
  availableCount: number;
  /** Metres to the nearest lot over all pages; null: there is none. */
  nearestM: number | null;
};

/** Lots within a distance. */
type Seen = {
  period: Period;
  openIn: Window;
  near: readonly Near[];
  matches: readonly Match[];
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
  deps: { db: Querier; lotTiles: LotTiles },
  search: LotSearch,
  now: number,
  ownerId: string | null,
): Promise<LotSearchResult> {
  const { cursor, limit: _limit, ...query } = search;
  const after = cursor === null ? null : readCursor(cursor, query);
  let radiusM = firstLook(deps.lotTiles, search, after);
  for (let hasRead = false; ; hasRead = true) {
    const within = { ...search, radiusM };
    const { period, openIn, near, matches } = await look(deps, within, { now, ownerId, hasRead });
    const page = await choosePage({ near, matches }, search, after, radiusM);
    const { availableCount, nearestM } = await addUp(matches);
    if (page === undefined || (availableCount === 0 && radiusM < search.radiusM)) {
      radiusM = nextLook(radiusM, search, matches.length);
      continue;
    }
    const { shown, last } = page;
    const { describe } = deps.lotTiles;
    return {
      lots: await showLots({ db: deps.db, describe }, shown, period, openIn, ownerId),
      hasMore: last !== null,
      nextCursor: last && writeCursor(last, query),
      now: period.now,
      foundCount: matches.length,
      availableCount,
      nearestM: matches.length === 0 ? null : nearestM,
    };
  }
}

async function look(
  { db, lotTiles }: { db: Querier; lotTiles: LotTiles },
  search: LotSearch,
  { now, ownerId, hasRead }: { now: number; ownerId: string | null; hasRead: boolean },
): Promise<Seen> {
  const circle = circleCap(search.centre, search.radiusM);
  const area = await lotTiles.read(coverCircle(circle, LOT_TILE_RESOLUTION), { hasRead });
  const period = periodOf(search.window, area.now);
  const { near, matches } = await matchLots(db, area.lots, search, period, ownerId);
  const openIn = period.window ?? { from: new Date(now), to: new Date(now) };
  return { period, openIn, near, matches: await judgeHours(matches, search, openIn) };
}

async function addUp(matches: readonly Match[]) {
  let availableCount = 0;
  let nearestM = Infinity;
  await inTurns(matches, (match) => {
    if (!match.isFull) availableCount += 1;
    nearestM = Math.min(nearestM, match.distanceM);
  });
  return { availableCount, nearestM };
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
