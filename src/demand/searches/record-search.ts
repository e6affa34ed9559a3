import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import type { Logger } from 'pino';
import { cellAt, cellCentre } from '../../kit/geo/cells.ts';
import { type LatLng, roundPoint } from '../../kit/geo/great-circle.ts';
import { type City, type CityFinder, openCities } from '../../kit/places/city-finder.ts';
import { createBatchWriter } from '../../stores/batch-writer.ts';
import type { Querier } from '../../stores/postgres.ts';

/** One answered question about parking in some place, and who asked it. */
export type Search = {
  kind: 'search' | 'availability' | 'rates';
  at: Date;
  livemode: boolean;
  centre: LatLng;
  radiusM: number;
  /** What figures count it as; null: the caller is no agent. */
  agentPlatform: string | null;
  /** The platform that the call named, where its key is registered for none. */
  claimedPlatform?: string;
  /** Lots; where there are further pages at least so many, as no more are looked at than needed. */
  foundCount: number;
  /** Those of them with a free space. Figures count searches that have none: there 0 is exact. */
  availableCount: number;
  /** Metres to the nearest of these, by distance to the nearest of all; null: none was found. */
  nearestM: number | null;
  /** The time for which parking was wanted; null: now. */
  window: { from: Date } | null;
  caller: SearchCaller;
};

/** With a key a caller is its operator; without one it is known by its address only. */
export type SearchCaller = {
  keyId: string | null;
  operatorId: string | null;
  ip: string | null;
};

export type SearchRecorder = {
  /** Takes a search to be written soon, after the answer was sent. Never throws. */
  record(search: Search): void;
  /** Writes all searches that are still in memory, then resolves. */
  close(): Promise<void>;
};

/**
 * Searches of one operator, or without a key of one network, that count for a surge in one
 * neighbourhood and quarter of an hour. The database refuses a higher ordinal.
 */
const SEARCHES_SURGING_MAX = 3;
/** The same that count in figures: in one place (a cell of resolution 8) and day (UTC). */
const SEARCHES_COUNTED_MAX = 20;
const BATCH_ROWS_MAX = 500;
const DELAY_MS_MAX = 100;
const BUFFERED_ROWS_MAX = 50_000;

/**
 * Writes searches in batches: after at most 100 ms, or once there are 500 rows, and the rest at
 * `close`.
 */
export function createSearchRecorder(db: Querier, log: Logger): SearchRecorder {
  const writer = createBatchWriter<Search>({
    name: 'searches',
    write: (searches) => insertSearches(db, searches),
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: DELAY_MS_MAX,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });
  return { record: (search) => writer.add(search), close: () => writer.close() };
}

/**
 * Writes searches with one statement: what is kept (the cell and its centre, the city of an agent's
 * search, and whether it counts in figures and for a surge) into the search log; who searched,
 * hashed, and where exactly into tables whose rows are deleted after 24 hours.
 */
export async function insertSearches(db: Querier, searches: readonly Search[]): Promise<void> {
  const isAnyOfAgents = searches.some(({ agentPlatform }) => agentPlatform !== null);
  const cityAt = isAnyOfAgents ? (await openCities()).cityAt : () => undefined;
  const rows = searches.map((search) => toRow(search, cityAt));
  await db.query('search_log_insert', {
    rows: JSON.stringify(rows),
    searchesSurgingMax: SEARCHES_SURGING_MAX,
    searchesCountedMax: SEARCHES_COUNTED_MAX,
  });
}

function toRow(search: Search, cityAt: CityFinder): Record<string, unknown> {
  const { lat, lng } = roundPoint(search.centre);
  const cell = cellAt(lat, lng);
  const centre = roundPoint(cellCentre(cell));
  return {
    at: search.at,
    livemode: search.livemode,
    kind: search.kind,
    // Text, because JSON numbers cannot hold it.
    cell: String(cell),
    cell_latitude: centre.lat,
    cell_longitude: centre.lng,
    radius_m: Math.round(search.radiusM),
    agent_platform: search.agentPlatform,
    claimed_platform: search.claimedPlatform,
    found_lot_count: search.foundCount,
    available_lot_count: search.availableCount,
    nearest_lot_m: search.nearestM === null ? null : Math.round(search.nearestM),
    ...(search.agentPlatform !== null && describeQuery(search, cityAt(centre))),
    key_id: search.caller.keyId,
    operator_id: search.caller.operatorId,
    ip: search.caller.ip,
    latitude: lat,
    longitude: lng,
  };
}

/** The city of a query, and its times there. Nothing for a place far from all cities. */
function describeQuery({ at, window }: Search, city: City | undefined): Record<string, unknown> {
  if (city === undefined) return {};
  const searchedAt = new TZDate(at.getTime(), city.timezone);
  const wantedAt = window === null ? searchedAt : new TZDate(window.from.getTime(), city.timezone);
  return {
    city_id: city.id,
    city: city.name,
    state: city.state,
    country: city.country,
    searched_on: isoDateOf(searchedAt),
    local_hour: searchedAt.getHours(),
    wanted_on: isoDateOf(wantedAt),
  };
}

function isoDateOf(local: TZDate): string {
  return format(local, 'yyyy-MM-dd');
}
