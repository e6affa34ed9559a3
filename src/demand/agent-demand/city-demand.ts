import { millisecondsInDay } from 'date-fns/constants';
import { UNKNOWN_PLATFORM } from '../../access/principals/principal.ts';
import { cellCentre } from '../../kit/geo/cells.ts';
import { circleCap } from '../../kit/geo/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../kit/geo/great-circle.ts';
import type { Querier } from '../../stores/postgres.ts';
import { coverArea } from '../rates/area.ts';
import type { Sized } from '../tiles/answer-cache.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { hasLotWithin } from '../tiles/tile.ts';
import type { KnownCity } from './choose-city.ts';

/** Days of the longest period. */
export const PERIOD_DAYS_MAX = 90;
/** A lot within this distance of its centre serves a cell. */
const SERVED_WITHIN_M = 1_000;
/** About, in memory. */
const [BYTES_PER_DAY, BYTES_PER_GROUP, BYTES_PER_COUNT] = [200, 300, 16];

/** The queries of one local date. */
export type DemandDay = {
  on_day: string;
  query_count: number;
  search_count: number;
  /** Queries that asked for free spaces, and those of them that found none. */
  space_query_count: number;
  unmet_count: number;
  conversion_count: number;
  /** Three callers are known to have asked. */
  has_crowd: boolean;
};

/** The queries of one platform by date. Dates are counted like those of the city. */
export type PlatformDays = {
  label: string;
  /** It has or had keys. */
  is_registered: boolean;
  days: (Omit<DemandDay, 'on_day' | 'conversion_count'> & { day: number })[];
};

export type Dimension = 'hour' | 'place' | 'wanted_on';

/** The queries of one group by date. Dates are counted from the first of the longest period. */
type GroupDays = {
  dimension: Dimension;
  /** A local hour, an H3 cell of resolution 8, or a date. */
  label: string;
  /** Its dates, the earliest first, and the queries of each: 0 without three callers. */
  days: number[];
  query_counts: number[];
};

/** What agents asked in a city; every period that ends today is a part of it. */
export type CityDemand = Sized & {
  /** Every date of the longest period and of as many days before it, in order. */
  days: DemandDay[];
  platforms: PlatformDays[];
  groups: GroupDays[];
  /** Places, as labels, that have a lot within 1 km of their centre. */
  servedPlaces: ReadonlySet<string>;
  /** The instant of the publication that has these rows. */
  asOf: Date;
};

type Deps = { db: Querier; market: MarketTiles; livemode: boolean };
type FoundDemand = Pick<CityDemand, 'days' | 'platforms' | 'groups'> & { asOf: Date };

/** `today` is a local date of the city. */
export async function readCityDemand(
  { db, market, livemode }: Deps,
  city: KnownCity,
  today: string,
): Promise<CityDemand> {
  const dates = datesUpTo(today, 2 * PERIOD_DAYS_MAX);
  const [found] = await db.query<FoundDemand>('agent_demand_find', {
    livemode,
    cityId: city.id,
    beforeDay: dates[0],
    fromDay: dates[PERIOD_DAYS_MAX],
    toDay: today,
    unknownPlatform: UNKNOWN_PLATFORM,
  });
  if (found === undefined) throw new Error('a statement without a condition returned no row');
  const byDate = new Map(found.days.map((day) => [day.on_day, day]));
  const { platforms, groups, asOf } = found;
  return {
    days: dates.map((date) => byDate.get(date) ?? nothingOn(date)),
    platforms,
    groups,
    servedPlaces: await findServed(market, city, groups, livemode),
    asOf,
    byteLength:
      BYTES_PER_DAY * (dates.length + sum(platforms.map(({ days }) => 1 + days.length))) +
      sum(groups.map(({ days }) => BYTES_PER_GROUP + BYTES_PER_COUNT * days.length)),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Consecutive dates that end with `date`. */
function datesUpTo(date: string, count: number): string[] {
  // In UTC every day has the same length, so these are dates of the calendar in any zone.
  const last = Date.parse(`${date}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * millisecondsInDay).toISOString().slice(0, 10),
  );
}

function nothingOn(date: string): DemandDay {
  return {
    on_day: date,
    query_count: 0,
    search_count: 0,
    space_query_count: 0,
    unmet_count: 0,
    conversion_count: 0,
    has_crowd: false,
  };
}

async function findServed(
  market: MarketTiles,
  city: KnownCity,
  groups: readonly GroupDays[],
  livemode: boolean,
): Promise<ReadonlySet<string>> {
  if (city.lotCount === 0) return new Set();
  const places = groups
    .filter(({ dimension }) => dimension === 'place')
    .map(({ label }) => ({ label, centre: cellCentre(BigInt(label)) }));
  const farthestM = places.reduce(
    (max, { centre }) => Math.max(max, greatCircleMetres(city, centre)),
    0,
  );
  const cover = coverArea({ centre: city, radiusM: farthestM + SERVED_WITHIN_M });
  const { tiles } = await market.read(livemode, cover.cells, cover.finer);
  const isServed = (centre: LatLng) => {
    const circle = { centre, radiusM: SERVED_WITHIN_M, cap: circleCap(centre, SERVED_WITHIN_M) };
    return tiles.some((tile) => hasLotWithin(tile, circle));
  };
  return new Set(places.filter(({ centre }) => isServed(centre)).map(({ label }) => label));
}
