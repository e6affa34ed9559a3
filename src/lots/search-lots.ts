import type { LatLng } from '../great-circle.ts';
import { minorDigits } from '../money.ts';
import { asPosted } from '../pricing/offer-lot-rate.ts';
import type { Querier } from '../stores/postgres.ts';
import { type AreaParameters, areaParameters, boxesAroundCircle } from './bounding-boxes.ts';
import type { Lot, Schedule } from './lot.ts';
import { openState } from './opening-hours.ts';
import { readCursor, writeCursor } from './search-cursor.ts';

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

export type FoundLot = Lot & { distance_m: number };

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

type Row = FoundLot & {
  sort_key: number | null;
  found_count: number;
  available_count: number;
  nearest_m: number | null;
};

/**
 * Finds listed, active lots within a great-circle distance. `price` sorts by what the first hour
 * costs (lots without a rate last), `availability` by free spaces, most first; ties by lot id, so
 * pages neither repeat nor skip a lot that did not change meanwhile. `now` is milliseconds since
 * 1970. Errors: BAD_REQUEST naming `cursor`.
 */
export async function searchLots(
  db: Querier,
  search: LotSearch,
  now: number,
): Promise<LotSearchResult> {
  const { cursor, limit, ...query } = search;
  const after = cursor === null ? null : readCursor(cursor, query);
  const area = {
    livemode: search.livemode,
    ...areaParameters(boxesAroundCircle(search.centre, search.radiusM)),
  };
  const rows = await db.query<Row>('lots_search', {
    ...area,
    latitude: search.centre.lat,
    longitude: search.centre.lng,
    radius_m: search.radiusM,
    features: search.features,
    max_height_cm: search.maxHeightCm,
    max_rate: search.maxRate,
    currency_digits: CURRENCY_DIGITS,
    is_available: search.isAvailable,
    open_schedules: search.isOpenNow ? await openSchedules(db, area, now) : null,
    sort: search.sort,
    after_key: after?.key ?? null,
    after_lot_id: after?.lotId ?? null,
    row_limit: limit + 1,
  });
  const [first] = rows;
  if (first === undefined) throw new Error('a search came back without its totals');
  const found = rows.filter((row) => row.sort_key !== null);
  const page = found.slice(0, limit).map(asPosted);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    lots: page,
    hasMore: last !== undefined,
    nextCursor: last
      ? writeCursor({ key: Number(last.sort_key), lotId: last.lot_id }, query)
      : null,
    now: first.now,
    foundCount: first.found_count,
    availableCount: first.available_count,
    nearestM: first.nearest_m,
  };
}

/** Currencies whose minor unit is not a hundredth, and how many digits they have. */
const CURRENCY_DIGITS = JSON.stringify(
  Object.fromEntries(
    Intl.supportedValuesOf('currency')
      .map((code) => [code.toLowerCase(), minorDigits(code.toLowerCase())] as const)
      .filter(([, digits]) => digits !== 2),
  ),
);

/** Many lots share few schedules: those open now, as the search compares them. */
async function openSchedules(
  db: Querier,
  area: AreaParameters & { livemode: boolean },
  now: number,
): Promise<string[]> {
  const schedules = await db.query<Schedule & { schedule: string }>('lots_list_schedules', area);
  return schedules.filter((one) => openState(one, now) === 'open').map((one) => one.schedule);
}
