import { circleCap, coverCircle } from '../circle-cover.ts';
import { EARTH_RADIUS_M, greatCircleMetres, type LatLng } from '../great-circle.ts';
import { fromMinor } from '../money.ts';
import { asPosted } from '../pricing/offer-lot-rate.ts';
import type { Querier } from '../stores/postgres.ts';
import { inTurns } from '../turns.ts';
import { findSurges } from './find-surges.ts';
import type { OpenState } from './hours-question.ts';
import { isReported, type KnownLot, occupiedSpaces } from './known-lot.ts';
import type { Lot } from './lot.ts';
import { LOT_TILE_RESOLUTION, type LotTiles } from './lot-tiles.ts';
import { openStates } from './opening-hours.ts';
import { readCursor, type SearchPosition, writeCursor } from './search-cursor.ts';

export const SEARCH_SORTS = ['distance', 'price', 'availability'] as const;
export const SEARCH_FEATURES = ['av', 'ev_charging', 'accessible', 'covered'] as const;

export type LotSearch = {
  centre: LatLng;
  radiusM: number;
  livemode: boolean;
  /** A lot must have them all. */
  features: (typeof SEARCH_FEATURES)[number][];
  isOpenNow: boolean;
  isAvailable: boolean;
  /** Most the first hour may cost, in units of each lot's own currency. */
  maxRate: number | null;
  /** The vehicle's height. */
  maxHeightCm: number | null;
  sort: (typeof SEARCH_SORTS)[number];
  limit: number;
  cursor: string | null;
};

export type FoundLot = Lot & { distance_m: number; open_state: OpenState };

export type LotSearchResult = {
  lots: FoundLot[];
  hasMore: boolean;
  nextCursor: string | null;
  /** The database's clock at which all of this was so. */
  now: Date;
  /** Over all pages. */
  foundCount: number;
  availableCount: number;
  nearestM: number | null;
};

/** Of latitude; a metre less than there are, for what rounding could cut off. */
const METRES_PER_DEGREE_MIN = (Math.PI / 180) * EARTH_RADIUS_M - 1;

/** A lot that a search found, as it stands at that instant. */
type Match = {
  lot: KnownLot;
  occupiedSpaces: number;
  distanceM: number;
  /** What it is sorted by, then its id. */
  key: number;
  lotId: string;
};

/**
 * Finds listed, active lots within a great-circle distance. `price` sorts by what the first hour
 * costs (lots without a rate last), `availability` by free spaces, most first; ties by lot id, so
 * pages neither repeat nor skip a lot that did not change meanwhile. `now` is milliseconds since
 * 1970. Errors: BAD_REQUEST naming `cursor`.
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
  const around: Match[] = [];
  await inTurns(area.lots, (known) => {
    const match = matchLot(known, search, area.now);
    if (match !== undefined) around.push(match);
  });
  const matches = search.isOpenNow ? await keepOpen(around, now) : around;
  const page = createPage(limit, after);
  let availableCount = 0;
  let nearestM = Infinity;
  await inTurns(matches, (match) => {
    if (match.occupiedSpaces < match.lot.total_spaces) availableCount += 1;
    nearestM = Math.min(nearestM, match.distanceM);
    page.offer(match);
  });
  const { shown, hasMore } = page.read();
  const last = hasMore ? shown.at(-1) : undefined;
  return {
    lots: await showLots(db, shown, { now, asOf: area.now }),
    hasMore,
    nextCursor: last ? writeCursor(last, query) : null,
    now: area.now,
    foundCount: matches.length,
    availableCount,
    nearestM: matches.length === 0 ? null : nearestM,
  };
}

/** The first `limit` matches after a position, however many are offered. */
function createPage(limit: number, after: SearchPosition | null) {
  /** In order, and one more than the page has room for. */
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

/** Undefined when the lot is not what is searched for. */
function matchLot(known: KnownLot, search: LotSearch, asOf: Date): Match | undefined {
  if (known.livemode !== search.livemode) return undefined;
  const { latitude: lat, longitude: lng } = known;
  // Most of what lies too far away lies too far north or south, which is quicker to see.
  if (Math.abs(lat - search.centre.lat) * METRES_PER_DEGREE_MIN > search.radiusM) return undefined;
  const distanceM = greatCircleMetres(search.centre, { lat, lng });
  if (distanceM > search.radiusM) return undefined;
  if (!search.features.every((feature) => known.features.includes(feature))) return undefined;
  if ((known.max_height_cm ?? Infinity) < (search.maxHeightCm ?? 0)) return undefined;
  const occupied = occupiedSpaces(known, asOf);
  if (search.isAvailable && occupied >= known.total_spaces) return undefined;
  const lot = asPosted(known, asOf);
  const firstHour = firstHourOf(lot);
  if (search.maxRate !== null && (firstHour ?? Infinity) > search.maxRate) return undefined;
  const keys = {
    distance: distanceM,
    price: firstHour ?? Infinity,
    availability: Math.min(0, occupied - lot.total_spaces),
  };
  return { lot, occupiedSpaces: occupied, distanceM, key: keys[search.sort], lotId: lot.lot_id };
}

/** What the first hour costs, in units of the lot's currency; null: it has no rate. */
function firstHourOf({ rate_minor, rate_unit, max_daily_minor, currency }: KnownLot) {
  if (rate_minor === null) return null;
  const isCapped = rate_unit === 'hour' && max_daily_minor !== null;
  return fromMinor(isCapped ? Math.min(rate_minor, max_daily_minor) : rate_minor, currency);
}

function inOrder(a: SearchPosition, b: SearchPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.lotId < b.lotId ? -1 : Number(a.lotId > b.lotId);
}

async function keepOpen(matches: readonly Match[], now: number): Promise<Match[]> {
  const states = await openStates(
    matches.map(({ lot }) => lot),
    now,
  );
  return matches.filter((_, i) => states[i] === 'open');
}

async function showLots(
  db: Querier,
  page: readonly Match[],
  { now, asOf }: { now: number; asOf: Date },
): Promise<FoundLot[]> {
  const lots = page.map(({ lot }) => lot);
  const states = await openStates(lots, now);
  const surges = await findSurges(db, lots);
  return page.map(({ lot, occupiedSpaces, distanceM }, i) => ({
    ...lot,
    now: asOf,
    occupied_spaces: occupiedSpaces,
    is_reported: isReported(lot, asOf),
    surge_pct: surges[i] ?? null,
    distance_m: distanceM,
    open_state: states[i] ?? 'unknown',
  }));
}
