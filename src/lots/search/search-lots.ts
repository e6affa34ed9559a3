import { badField } from '../../errors.ts';
import { circleCap, coverCircle } from '../../geometry/circle-cover.ts';
import { CLOCK_SKEW_MS } from '../../instants.ts';
import { asPosted } from '../../pricing/offer-lot-rate.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import type { OpenState } from '../hours/hours-question.ts';
import { openStates, type Window } from '../hours/opening-hours.ts';
import type { Lot } from '../lot.ts';
import { findSurges } from './find-surges.ts';
import { fullnessOf, listStayEnds, type Period } from './lot-period.ts';
import type { LotSearch } from './lot-search.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './lot-tiles.ts';
import { atPresent, type Match, matchLots } from './match-lots.ts';
import { readCursor, type SearchPosition, writeCursor } from './search-cursor.ts';

export type FoundLot = Lot & {
  distance_m: number;
  open_state: OpenState;
  /** Free during the whole window. */
  available_spaces: number;
  /** The instant of `available_spaces`: of the count of vehicles, else now. */
  available_as_of: Date;
};

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
    if (match.fullness.occupiedSpaces < match.lot.total_spaces) availableCount += 1;
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

function periodOf(window: LotSearch['window'], now: Date): Period {
  if (window === null) return { window, now };
  if (window.from.getTime() < now.getTime() - CLOCK_SKEW_MS)
    throw badField('starts_at', 'must not be in the past');
  return { window: { from: window.from > now ? window.from : now, to: window.to }, now };
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
  return matches.filter((_, i) => (isOpenNow ? states[i] === 'open' : states[i] !== 'closed'));
}

async function showLots(
  db: Querier,
  page: readonly Match[],
  period: Period,
  openIn: Window,
): Promise<FoundLot[]> {
  const lots = page.map(({ lot }) => lot);
  const states = await openStates(lots, openIn);
  const surges = await findSurges(db, lots);
  const counted = page.filter(({ stayEnds }) => stayEnds === undefined).map(({ lot }) => lot);
  const endsOf = period.window && (await listStayEnds(db, counted, period.window, period.now));
  return page.map(({ lot, stayEnds, distanceM }, i) => {
    const fullness = fullnessOf(lot, period, stayEnds ?? endsOf?.(lot));
    return {
      ...asPosted(atPresent(lot, surges[i] ?? null, period.now), period.window?.from ?? period.now),
      is_reported: fullness.isReported,
      distance_m: distanceM,
      open_state: states[i] ?? 'unknown',
      available_spaces: Math.max(0, lot.total_spaces - fullness.occupiedSpaces),
      available_as_of: fullness.asOf,
    };
  });
}
