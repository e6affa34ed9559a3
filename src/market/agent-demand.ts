import { TZDate } from '@date-fns/tz';
import { millisecondsInDay } from 'date-fns/constants';
import { format } from 'date-fns/format';
import { cellCentre } from '../geometry/cells.ts';
import { circleCap, coverCircle } from '../geometry/circle-cover.ts';
import { greatCircleMetres, type LatLng, roundPoint } from '../geometry/great-circle.ts';
import type { Querier } from '../stores/postgres.ts';
import { chooseCity, type KnownCity } from './choose-city.ts';
import type { Confidence } from './confidence.ts';
import type { MarketTiles } from './market-tiles.ts';
import { namePlaces } from './name-places.ts';
import { hasLotWithin, TILE_RESOLUTION } from './tile.ts';

/** A lot within this distance of its centre serves a cell. */
const SERVED_WITHIN_M = 1_000;
/** With fewer lots a city is covered minimally. */
const PARTIAL_LOTS_MIN = 3;
/** With fewer queries an answer says more about single callers than about a city. */
export const QUERIES_MIN = 3;
export const HIGH_CONFIDENCE_QUERIES_MIN = 100;
const PLACES_MAX = 10;
export const HIGH_CONFIDENCE_DAYS_MIN = 7;

export type CoverageLevel = 'none' | 'minimal' | 'partial' | 'full';

/** The queries of one local date. */
export type DemandDay = {
  on_day: string;
  query_count: number;
  search_count: number;
  /** Queries that asked for free spaces, and those of them that found none. */
  space_query_count: number;
  unmet_count: number;
  conversion_count: number;
};

/** The queries of one group in the period. */
export type DemandGroup = {
  dimension: 'hour' | 'platform' | 'place' | 'wanted_on';
  /** A local hour, a platform, an H3 cell of resolution 8, or a date. */
  label: string;
  query_count: number;
  /** Three callers are known to have asked, so that the group may be named. */
  has_crowd: boolean;
};

/** The centre of a cell of resolution 8; a null name is not known. */
export type DemandPlace = LatLng & { name: string | null; queryCount: number };

export type AgentDemand = {
  city: KnownCity;
  /** The first and the last local date of the period. */
  fromDay: string;
  toDay: string;
  /** Every date of the period and of the one before it, in order. */
  days: DemandDay[];
  daysBefore: DemandDay[];
  /** The largest first. */
  groups: DemandGroup[];
  /** The places that are asked about most and may be named, at most 10. */
  places: DemandPlace[];
  coverage: CoverageLevel;
  /**
   * low: fewer than 3 queries in the period. high: at least 100, on at least 7 days. medium:
   * anything between.
   */
  confidence: Confidence;
  asOf: Date;
};

type Deps = { db: Querier; market: MarketTiles };
type Question = { city: string; state: string | null; dayCount: number; livemode: boolean };

type FoundDemand = { days: DemandDay[]; groups: DemandGroup[]; as_of: Date };

/**
 * What agents asked about parking in a city in the last days, by local dates: today and the days
 * before it. Throws what chooseCity throws, and INTERNAL (503) while nothing has been published.
 */
export async function findAgentDemand(
  { db, market }: Deps,
  { city: name, state, dayCount, livemode }: Question,
): Promise<AgentDemand> {
  const { asOf: newest } = await market.read(livemode, []);
  const city = await chooseCity(db, { city: name, state, livemode });
  const today = format(new TZDate(newest.getTime(), city.timezone), 'yyyy-MM-dd');
  const dates = datesUpTo(today, 2 * dayCount);
  const [fromDay = '', toDay = ''] = [dates[dayCount], dates.at(-1)];
  const [found] = await db.query<FoundDemand>('agent_demand_find', {
    livemode,
    city_id: city.id,
    before_day: dates[0],
    from_day: fromDay,
    to_day: toDay,
  });
  if (found === undefined) throw new Error('a statement without a condition returned no row');
  const byDate = new Map(found.days.map((day) => [day.on_day, day]));
  const all = dates.map((date) => byDate.get(date) ?? nothingOn(date));
  const days = all.slice(dayCount);
  const { groups } = found;
  return {
    city,
    fromDay,
    toDay,
    days,
    daysBefore: all.slice(0, dayCount),
    groups,
    places: await mainPlaces(db, groups, livemode),
    coverage: await coverageOf(market, city, groups, livemode),
    confidence: confidenceIn(days),
    // Its own, because a refresh may publish between two statements.
    asOf: found.as_of,
  };
}

/** Consecutive dates, the last of which is `date`. */
function datesUpTo(date: string, count: number): string[] {
  // In UTC every day has the same length, so these are dates of the calendar in any zone.
  const last = Date.parse(`${date}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * millisecondsInDay).toISOString().slice(0, 10),
  );
}

async function mainPlaces(
  db: Querier,
  groups: readonly DemandGroup[],
  livemode: boolean,
): Promise<DemandPlace[]> {
  const places = groups
    .filter(({ dimension, has_crowd }) => dimension === 'place' && has_crowd)
    .slice(0, PLACES_MAX)
    .map(({ label, query_count }) => ({
      ...roundPoint(cellCentre(BigInt(label))),
      queryCount: query_count,
    }));
  const names = await namePlaces(db, places, livemode);
  return places.map((place, i) => ({ ...place, name: names[i] ?? null }));
}

/** How many of something there were on some days together. */
export function totalOf(days: readonly DemandDay[], column: Exclude<keyof DemandDay, 'on_day'>) {
  return days.reduce((sum, day) => sum + day[column], 0);
}

function nothingOn(date: string): DemandDay {
  return {
    on_day: date,
    query_count: 0,
    search_count: 0,
    space_query_count: 0,
    unmet_count: 0,
    conversion_count: 0,
  };
}

function confidenceIn(days: readonly DemandDay[]): Confidence {
  const queryCount = totalOf(days, 'query_count');
  if (queryCount < QUERIES_MIN) return 'low';
  const activeDayCount = days.filter(({ query_count }) => query_count > 0).length;
  return queryCount >= HIGH_CONFIDENCE_QUERIES_MIN && activeDayCount >= HIGH_CONFIDENCE_DAYS_MIN
    ? 'high'
    : 'medium';
}

/**
 * none: no lot. minimal: fewer than 3 lots. partial: a lot is within 1 km of the centres of fewer
 * than half of the cells that were asked about. full: anything else.
 */
async function coverageOf(
  market: MarketTiles,
  city: KnownCity,
  groups: readonly DemandGroup[],
  livemode: boolean,
): Promise<CoverageLevel> {
  if (city.lotCount === 0) return 'none';
  if (city.lotCount < PARTIAL_LOTS_MIN) return 'minimal';
  const cells = groups.flatMap(({ dimension, label }) =>
    dimension === 'place' ? [cellCentre(BigInt(label))] : [],
  );
  const farthestM = Math.max(0, ...cells.map((cell) => greatCircleMetres(city, cell)));
  const area = circleCap(city, farthestM + SERVED_WITHIN_M);
  const { tiles } = await market.read(livemode, coverCircle(area, TILE_RESOLUTION));
  const isServed = (centre: LatLng) => {
    const circle = { centre, radiusM: SERVED_WITHIN_M, cap: circleCap(centre, SERVED_WITHIN_M) };
    return tiles.some((tile) => hasLotWithin(tile, circle));
  };
  return 2 * cells.filter(isServed).length < cells.length ? 'partial' : 'full';
}
