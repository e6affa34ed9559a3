import { circleCap, coverCircle } from '../../geometry/circle-cover.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import { openStates, type Window } from '../hours/opening-hours.ts';
import { isTooLong } from '../max-stay.ts';
import { periodOf } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './lot-tiles.ts';
import { type Match, matchLots } from './match-lots.ts';
import { readCursor, type SearchPosition, writeCursor } from './search-cursor.ts';
import { type FoundLot, showLots } from './show-lots.ts';

export type LotSearchResult = {
  lots: FoundLot[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The database's clock at the time of this result. */
  now: Date;
  /** Here and below: over all pages. */
  foundCount: number;
  availableCount: number;
  nearestM: number | null;
};

/**
 * Finds listed, active lots within a great-circle distance, in their state during the window asked
 * about. `price` sorts by the price of the window or, without a window, of the first hour (lots
 * without a rate last); `availability` by free spaces, most first. Ties are sorted by lot id, so
 * pages neither repeat nor skip a lot that did not change meanwhile. `now` is milliseconds since
 * 1970. Errors: BAD_REQUEST naming `cursor` or `starts_at`.
 */
export async function searchLots(
  { db, lotTiles }: { db: Querier; lotTiles: LotTiles },
  search: LotSearch,
  now: number,
): Promise<LotSearchResult> {
  const { cursor, limit, ...query } = search;
  const after = cursor === null ? null : readCursor(cursor, query);
  const circle = circleCap(search.centre, search.radiusM);
  const area = await lotTiles.read(coverCircle(circle, LOT_TILE_RESOLUTION));
  const period = periodOf(search.window, area.now);
  const all = await matchLots(db, area.lots, search, period);
  const openIn = period.window ?? { from: new Date(now), to: new Date(now) };
  const matches = await keepOpen(all, search, openIn);
  const page = createPage(limit, after);
  let availableCount = 0;
  let nearestM = Infinity;
  await inTurns(matches, (match) => {
    if (match.freeSpaces > 0) availableCount += 1;
    nearestM = Math.min(nearestM, match.distanceM);
    page.offer(match);
  });
  const { shown, hasMore } = page.read();
  const last = hasMore ? shown.at(-1) : undefined;
  return {
    lots: await showLots(db, shown, period, openIn),
    hasMore,
    nextCursor: last ? writeCursor(last, query) : null,
    now: area.now,
    foundCount: matches.length,
    availableCount,
    nearestM: matches.length === 0 ? null : nearestM,
  };
}

/** The first `limit` matches after a position, from however many matches. */
function createPage(limit: number, after: SearchPosition | null) {
  /** Sorted, with one more than the page has room for. */
  const first: Match[] = [];
  return {
    offer(match: Match): void {
      if (after !== null && inOrder(after, match) >= 0) return;
      const last = first[limit];
      if (last !== undefined && inOrder(last, match) < 0) return;
      const at = first.findIndex((one) => inOrder(match, one) < 0);
      first.splice(at < 0 ? first.length : at, 0, match);
      if (first.length > limit + 1) first.pop();
    },
    read: () => ({ shown: first.slice(0, limit), hasMore: first.length > limit }),
  };
}

function inOrder(a: SearchPosition, b: SearchPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.lotId < b.lotId ? -1 : Number(a.lotId > b.lotId);
}

async function keepOpen(
  matches: Match[],
  { isOpenNow, isAvailable }: LotSearch,
  window: Window,
): Promise<Match[]> {
  if (!isOpenNow && !isAvailable) return matches;
  const states = await openStates(
    matches.map(({ lot }) => lot),
    window,
  );
  return matches.filter(({ lot }, i) => {
    if (isAvailable && isTooLong(lot, window)) return false;
    return isOpenNow ? states[i] === 'open' : states[i] !== 'closed';
  });
}
