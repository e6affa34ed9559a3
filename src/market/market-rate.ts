import { coverCircle } from '../circle-cover.ts';
import { AppError } from '../errors.ts';
import type { LatLng } from '../great-circle.ts';
import type { Querier } from '../stores/postgres.ts';

/** Operators that must have realised prices in a circle before any realised price is used. */
export const CONTRIBUTORS_MIN = 3;
export const REALISED_WINDOW_DAYS = 30;
export const DEMAND_WINDOW_DAYS = 7;
const OCCUPANCY_WEIGHT = 0.6;
const SEARCH_WEIGHT = 0.4;

const DAY_MS = 86_400_000;
const DEMAND_WINDOW_MINUTES = DEMAND_WINDOW_DAYS * 24 * 60;

/** What parking costs in a circle. Amounts are whole minor units of `currency`. */
export type MarketRate = {
  avgHourlyMinor: number;
  avgDailyMinor: number;
  minHourlyMinor: number;
  maxHourlyMinor: number;
  currency: string;
  /** Whether stays that were paid for count, or posted rates alone (fewer than 3 contributors). */
  basis: 'realised' | 'posted';
  /** 0 to 100. */
  demandScore: number;
  lotCount: number;
  /** Lots of operators other than the caller's. */
  competitorCount: number;
  /** Lots in the circle that are priced in another currency and so have no vote. */
  otherCurrencyLotCount: number;
  /** Stays behind realised rates; posted rates count once per lot. */
  sampleSize: number;
  /** ISO 8601 interval of dates. */
  period: string;
  /** Everything up to this instant is included. */
  asOf: Date;
};

type Row = {
  currency: string;
  lot_count: number;
  posted_count: number;
  posted_hourly_sum: number;
  posted_hourly_min: number;
  posted_hourly_max: number;
  posted_daily_sum: number;
  best_hourly_count: number;
  best_hourly_sum: number;
  best_hourly_min: number;
  best_hourly_max: number;
  best_daily_count: number;
  best_daily_sum: number;
  observation_count: number;
  contributor_count: number;
  place_lot_count: number;
  place_space_count: number;
  place_occupied_minutes: number;
  competitor_count: number;
  search_percentile: number;
  as_of: Date;
};

/**
 * The market rate of a circle: one vote per listed active lot, its mean realised hourly rate of the
 * last 30 days, else its posted rate; a lot without either has none. Realised rates count only
 * where at least 3 operators contribute. In the currency most lots are priced in; averages rounded
 * half up. Throws NOT_FOUND where there is no priced lot, and INTERNAL (503) while nothing has been
 * published yet.
 */
export async function findMarketRate(
  db: Querier,
  circle: { centre: LatLng; radiusM: number; operatorId: string; livemode: boolean },
): Promise<MarketRate> {
  const cover = coverCircle(circle.centre, circle.radiusM);
  const rows = await db.query<Row>('market_rate_find', {
    livemode: circle.livemode,
    inside_cells: cover.inside,
    rim_lows: cover.rim.map((range) => range.low),
    rim_highs: cover.rim.map((range) => range.high),
    latitude: circle.centre.lat,
    longitude: circle.centre.lng,
    radius_m: circle.radiusM,
    operator_id: circle.operatorId,
  });
  const main = rows.find((row) => isRealisedIn(row) || row.posted_count > 0);
  if (main === undefined) throw await nothingFound(db);
  const isRealised = isRealisedIn(main);
  const rates = isRealised ? realised(main) : posted(main);
  return {
    ...rates,
    currency: main.currency,
    basis: isRealised ? 'realised' : 'posted',
    demandScore: demandScore(main),
    lotCount: main.lot_count,
    competitorCount: main.competitor_count,
    otherCurrencyLotCount: main.place_lot_count - main.lot_count,
    period: periodOf(main.as_of),
    asOf: main.as_of,
  };
}

function isRealisedIn(row: Row): boolean {
  return row.contributor_count >= CONTRIBUTORS_MIN;
}

async function nothingFound(db: Querier): Promise<AppError> {
  const [found] = await db.query<{ publication_id: string | null }>('publication_find');
  if (found?.publication_id) return new AppError('NOT_FOUND', 'no lots in this circle');
  return new AppError('INTERNAL', 'the market figures are still being prepared; try again', {
    status: 503,
    headers: { 'Retry-After': '5' },
  });
}

type Rates = Pick<
  MarketRate,
  'avgHourlyMinor' | 'avgDailyMinor' | 'minHourlyMinor' | 'maxHourlyMinor' | 'sampleSize'
>;

function realised(row: Row): Rates {
  return {
    avgHourlyMinor: Math.round(row.best_hourly_sum / row.best_hourly_count),
    avgDailyMinor: Math.round(row.best_daily_sum / Math.max(1, row.best_daily_count)),
    minHourlyMinor: row.best_hourly_min,
    maxHourlyMinor: row.best_hourly_max,
    sampleSize: row.observation_count,
  };
}

function posted(row: Row): Rates {
  return {
    avgHourlyMinor: Math.round(row.posted_hourly_sum / row.posted_count),
    avgDailyMinor: Math.round(row.posted_daily_sum / row.posted_count),
    minHourlyMinor: row.posted_hourly_min,
    maxHourlyMinor: row.posted_hourly_max,
    sampleSize: row.posted_count,
  };
}

/**
 * 0-100: 0.6 x the occupied share of space-hours in the last 7 days + 0.4 x the percentile of
 * searches per space among the cells of the same country.
 */
function demandScore(row: Row): number {
  const spaceMinutes = row.place_space_count * DEMAND_WINDOW_MINUTES;
  const occupiedShare = spaceMinutes === 0 ? 0 : row.place_occupied_minutes / spaceMinutes;
  const score =
    OCCUPANCY_WEIGHT * Math.min(1, occupiedShare) + SEARCH_WEIGHT * (row.search_percentile / 100);
  return Math.round(100 * score);
}

function periodOf(asOf: Date): string {
  const from = new Date(asOf.getTime() - REALISED_WINDOW_DAYS * DAY_MS);
  return `${isoDate(from)}/${isoDate(asOf)}`;
}

function isoDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
