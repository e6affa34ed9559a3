import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { cellCentre } from '../../kit/geo/cells.ts';
import { type LatLng, roundPoint } from '../../kit/geo/great-circle.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Confidence } from '../rates/confidence.ts';
import type { AnswerCache } from '../tiles/answer-cache.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { chooseCity, type KnownCity } from './choose-city.ts';
import {
  type CityDemand,
  type DemandDay,
  type Dimension,
  PERIOD_DAYS_MAX,
  readCityDemand,
} from './city-demand.ts';
import { type DisclosedDemand, disclosedDemand } from './disclosed-demand.ts';
import { namePlaces } from './name-places.ts';

/** With fewer lots a city is covered minimally. */
const PARTIAL_LOTS_MIN = 3;
/** With fewer queries that may be disclosed, an answer has no figures of a city. */
export const QUERIES_MIN = 3;
export const HIGH_CONFIDENCE_QUERIES_MIN = 100;
const PLACES_MAX = 10;
export const HIGH_CONFIDENCE_DAYS_MIN = 7;
/** A name and its cell, in memory. */
const BYTES_PER_NAME = 100;

type CoverageLevel = 'none' | 'minimal' | 'partial' | 'full';

/** The queries of one group in the period, on dates on which three callers made them. */
export type DemandGroup = {
  dimension: Dimension;
  /** A local hour, an H3 cell of resolution 8, or a date. */
  label: string;
  /** 0: the group must not be told. */
  query_count: number;
};

/** The centre of a cell of resolution 8; a null name is not known. */
type DemandPlace = LatLng & { name: string | null; queryCount: number };

export type AgentDemand = {
  city: KnownCity;
  /** The first and the last local date of the period. */
  fromDay: string;
  toDay: string;
  /** Every date of the period and of the previous one, in order, with what may be disclosed. */
  days: DemandDay[];
  daysBefore: DemandDay[];
  /** Those that may be named; the others have what is left of all queries. */
  platforms: DisclosedDemand['platforms'];
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

/**
 * What agents asked about parking in a city in the last days (at most PERIOD_DAYS_MAX), by local
 * dates: today and the days before it. Throws what chooseCity throws, and INTERNAL (503) while
 * nothing has been published.
 */
export async function findAgentDemand(
  { db, market }: Deps,
  { city: name, state, dayCount, livemode }: Question,
): Promise<AgentDemand> {
  const { asOf: newest, answers } = await market.read(livemode, []);
  const city = await chooseCity({ db, answers }, { city: name, state, livemode });
  const today = format(new TZDate(newest.getTime(), city.timezone), 'yyyy-MM-dd');
  const demand = await answers.find(`demand ${city.id} ${today}`, () =>
    readCityDemand({ db, market, livemode }, city, today),
  );
  const end = demand.days.length;
  const { days, platforms } = disclosedDemand(demand, end - dayCount, end);
  const groups = groupsOf(demand, dayCount);
  return {
    city,
    fromDay: days[0]?.on_day ?? today,
    toDay: today,
    days,
    daysBefore: disclosedDemand(demand, end - 2 * dayCount, end - dayCount).days,
    platforms,
    groups,
    places: await mainPlaces({ db, answers }, groups, livemode),
    coverage: coverageOf(city, demand, groups),
    confidence: confidenceIn(days),
    // A refresh may publish between two statements; and what was read may be valid for longer.
    asOf: new Date(Math.max(+newest, +demand.asOf)),
  };
}

/** The groups with queries in the last days; those with most come first. */
function groupsOf({ groups }: CityDemand, dayCount: number): DemandGroup[] {
  const first = PERIOD_DAYS_MAX - dayCount;
  const found: DemandGroup[] = [];
  for (const { dimension, label, days, query_counts } of groups) {
    let queryCount = 0;
    let isIn = false;
    for (let i = days.length - 1; (days[i] ?? -1) >= first; i -= 1) {
      queryCount += query_counts[i] ?? 0;
      isIn = true;
    }
    if (isIn) found.push({ dimension, label, query_count: queryCount });
  }
  return found.sort((a, b) => b.query_count - a.query_count || (a.label < b.label ? -1 : 1));
}

/** Their names are kept: most periods of a city have the same main places. */
async function mainPlaces(
  { db, answers }: { db: Querier; answers: AnswerCache },
  groups: readonly DemandGroup[],
  livemode: boolean,
): Promise<DemandPlace[]> {
  const main = groups
    .filter(({ dimension, query_count }) => dimension === 'place' && query_count > 0)
    .slice(0, PLACES_MAX);
  const centreOf = (cell: string) => roundPoint(cellCentre(BigInt(cell)));
  const named = await answers.findAll(
    main.map(({ label }) => `name ${label}`),
    async (missing) => {
      const centres = missing.map((question) => centreOf(question.slice('name '.length)));
      const names = await namePlaces(db, centres, livemode);
      return names.map((name) => ({ name, byteLength: BYTES_PER_NAME }));
    },
  );
  return main.map(({ label, query_count }, i) => ({
    ...centreOf(label),
    queryCount: query_count,
    name: named[i]?.name ?? null,
  }));
}

/** How many of something there were on some days together. */
export function totalOf(
  days: readonly DemandDay[],
  column: Exclude<keyof DemandDay, 'on_day' | 'has_crowd'>,
) {
  return days.reduce((sum, day) => sum + day[column], 0);
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
function coverageOf(
  { lotCount }: KnownCity,
  { servedPlaces }: CityDemand,
  groups: readonly DemandGroup[],
): CoverageLevel {
  if (lotCount === 0) return 'none';
  if (lotCount < PARTIAL_LOTS_MIN) return 'minimal';
  const places = groups.filter(({ dimension }) => dimension === 'place');
  const served = places.filter(({ label }) => servedPlaces.has(label));
  return 2 * served.length < places.length ? 'partial' : 'full';
}
