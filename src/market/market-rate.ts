import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { AppError } from '../errors.ts';
import { circleCap, coverCircle } from '../geometry/circle-cover.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import type { Confidence } from './confidence.ts';
import { type Demand, demandScore, type OccupancyBasis, occupancyBasis } from './demand-score.ts';
import type { MarketTiles } from './market-tiles.ts';
import { addTile, type Sums, TILE_RESOLUTION } from './tile.ts';
import { CONTRIBUTORS_MIN, type Votes, votesByCurrency } from './votes.ts';

const REALISED_WINDOW_DAYS = 30;
/** With fewer voting lots, an answer says more about single lots than about a market. */
export const VOTES_MIN = 3;
export const HIGH_CONFIDENCE_VOTES_MIN = 10;
export const HIGH_CONFIDENCE_STAYS_MIN = 100;

/** What parking costs in a circle. Amounts are whole minor units of `currency`. */
export type MarketRate = {
  avgHourlyMinor: number;
  avgDailyMinor: number;
  minHourlyMinor: number;
  maxHourlyMinor: number;
  currency: string;
  /**
   * `realised`: prices that stays paid count. `posted`: only posted rates (fewer than 3
   * contributors).
   */
  basis: 'realised' | 'posted';
  /** 0 to 100. */
  demandScore: number;
  /** How the occupied share in the demand score is known. */
  occupancyBasis: OccupancyBasis;
  /** Lots in the circle on which vehicles were counted in the last 7 days. */
  measuredLotCount: number;
  lotCount: number;
  /** Lots of operators other than the caller's. */
  competitorCount: number;
  /** Lots in the circle that have no vote because they are priced in another currency. */
  otherCurrencyLotCount: number;
  /** Number of stays behind realised rates, or of lots behind posted ones. */
  sampleSize: number;
  /**
   * low: fewer than 3 lots have a vote. high: realised rates of at least 10 voting lots and 100
   * stays. medium: anything between.
   */
  confidence: Confidence;
  /** ISO 8601 interval of dates. */
  period: string;
  /** Everything up to this instant is included. */
  asOf: Date;
};

type Question = { centre: LatLng; radiusM: number; operatorId: string; livemode: boolean };

/**
 * The market rate of a circle of up to 50 km. Each listed active lot has one vote: its mean
 * realised hourly rate of the last 30 days, else its posted rate; a lot with neither has no vote.
 * Realised rates count only where at least 3 operators contribute. Amounts are in the currency that
 * most lots are priced in; averages are rounded half up. Throws NOT_FOUND where there is no priced
 * lot, and INTERNAL (503) while nothing has been published yet.
 */
export async function findMarketRate(
  market: MarketTiles,
  { centre, radiusM, operatorId, livemode }: Question,
): Promise<MarketRate> {
  const circle = { centre, radiusM, cap: circleCap(centre, radiusM) };
  const { tiles, percentilesOf, asOf } = await market.read(
    livemode,
    coverCircle(circle.cap, TILE_RESOLUTION),
  );
  const sums: Sums = { votes: [], searchCount: 0, ownLotCount: 0 };
  for (const tile of tiles) addTile(sums, tile, circle, operatorId);
  const main = votesByCurrency(sums.votes).find(
    (votes) => isRealisedIn(votes) || votes.posted_count > 0,
  );
  if (main === undefined) throw new AppError('NOT_FOUND', 'no lots in this circle');
  const isRealised = isRealisedIn(main);
  const lotCount = sumOf(sums.votes, 'lot_count');
  const rates = isRealised ? realised(main) : posted(main);
  const demand = demandOf(sums);
  return {
    ...rates,
    confidence: confidenceIn(
      isRealised ? main.best_hourly_count : main.posted_count,
      isRealised ? rates.sampleSize : 0,
    ),
    currency: main.currency,
    basis: isRealised ? 'realised' : 'posted',
    demandScore: demandScore(demand, percentilesOf(countryOf(sums.votes))),
    occupancyBasis: occupancyBasis(demand),
    measuredLotCount: sumOf(sums.votes, 'measured_lot_count'),
    lotCount: main.lot_count,
    competitorCount: lotCount - sums.ownLotCount,
    otherCurrencyLotCount: lotCount - main.lot_count,
    period: periodOf(asOf),
    asOf,
  };
}

type Summed =
  | 'lot_count'
  | 'space_count'
  | 'occupied_minutes'
  | 'known_minutes'
  | 'measured_minutes'
  | 'measured_lot_count';

function sumOf(votes: readonly Votes[], column: Summed): number {
  return votes.reduce((sum, row) => sum + row[column], 0);
}

/** The country of most lots; among equals the alphabetically first. */
function countryOf(votes: readonly Votes[]): string {
  const countries = [...Map.groupBy(votes, ({ country }) => country)].map(([country, rows]) => ({
    country,
    lotCount: sumOf(rows, 'lot_count'),
  }));
  countries.sort((a, b) => b.lotCount - a.lotCount || (a.country < b.country ? -1 : 1));
  return countries[0]?.country ?? '';
}

function isRealisedIn(votes: Votes): boolean {
  return votes.contributor_ids.length >= CONTRIBUTORS_MIN;
}

function confidenceIn(voteCount: number, stayCount: number): Confidence {
  if (voteCount < VOTES_MIN) return 'low';
  return voteCount >= HIGH_CONFIDENCE_VOTES_MIN && stayCount >= HIGH_CONFIDENCE_STAYS_MIN
    ? 'high'
    : 'medium';
}

type Rates = Pick<
  MarketRate,
  'avgHourlyMinor' | 'avgDailyMinor' | 'minHourlyMinor' | 'maxHourlyMinor' | 'sampleSize'
>;

function realised(votes: Votes): Rates {
  return {
    avgHourlyMinor: Math.round(votes.best_hourly_sum / votes.best_hourly_count),
    avgDailyMinor: Math.round(votes.best_daily_sum / Math.max(1, votes.best_daily_count)),
    minHourlyMinor: votes.best_hourly_min ?? 0,
    maxHourlyMinor: votes.best_hourly_max ?? 0,
    sampleSize: votes.observation_count,
  };
}

function posted(votes: Votes): Rates {
  return {
    avgHourlyMinor: Math.round(votes.posted_hourly_sum / votes.posted_count),
    avgDailyMinor: Math.round(votes.posted_daily_sum / votes.posted_count),
    minHourlyMinor: votes.posted_hourly_min ?? 0,
    maxHourlyMinor: votes.posted_hourly_max ?? 0,
    sampleSize: votes.posted_count,
  };
}

function demandOf({ votes, searchCount }: Sums): Demand {
  return {
    space_count: sumOf(votes, 'space_count'),
    occupied_minutes: sumOf(votes, 'occupied_minutes'),
    known_minutes: sumOf(votes, 'known_minutes'),
    measured_minutes: sumOf(votes, 'measured_minutes'),
    search_count: searchCount,
  };
}

function periodOf(asOf: Date): string {
  const from = subMilliseconds(asOf, REALISED_WINDOW_DAYS * millisecondsInDay);
  return `${isoDate(from)}/${isoDate(asOf)}`;
}

function isoDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
