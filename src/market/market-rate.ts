import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { AppError } from '../errors.ts';
import { type AreaQuestion, coverArea, readArea, sumOf } from './area.ts';
import { type AreaRate, areaRate } from './area-rate.ts';
import type { Confidence } from './confidence.ts';
import { demandScore, type OccupancyBasis, occupancyBasis } from './demand-score.ts';
import type { MarketTiles } from './market-tiles.ts';

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

/**
 * The market rate of a circle of up to 50 km. Each listed active lot has one vote: its mean
 * realised hourly rate of the last 30 days, else its posted rate; a lot with neither has no vote.
 * Realised rates count only where at least 3 operators contribute. Amounts are in the currency that
 * most lots are priced in; averages are rounded half up. Throws NOT_FOUND where there is no priced
 * lot, and INTERNAL (503) while nothing has been published yet.
 */
export async function findMarketRate(
  market: MarketTiles,
  question: AreaQuestion,
): Promise<MarketRate> {
  const { votes, ownLotCount, lotCount, percentiles, demand, asOf } = await readArea(
    market,
    question,
    coverArea(question),
  );
  const rate = areaRate(votes);
  if (rate === undefined) throw noLots();
  const main = rate.votes;
  return {
    avgHourlyMinor: rate.avgHourlyMinor,
    avgDailyMinor: rate.avgDailyMinor,
    minHourlyMinor: rate.minHourlyMinor,
    maxHourlyMinor: rate.maxHourlyMinor,
    sampleSize: rate.sampleSize,
    confidence: confidenceIn(rate),
    currency: main.currency,
    basis: rate.isRealised ? 'realised' : 'posted',
    demandScore: demandScore(demand, percentiles),
    occupancyBasis: occupancyBasis(demand),
    measuredLotCount: sumOf(votes, 'measured_lot_count'),
    lotCount: main.lot_count,
    competitorCount: lotCount - ownLotCount,
    otherCurrencyLotCount: lotCount - main.lot_count,
    period: periodOf(asOf),
    asOf,
  };
}

export function noLots(): AppError {
  return new AppError('NOT_FOUND', 'no lots in this circle');
}

function confidenceIn({ isRealised, votes, sampleSize }: AreaRate): Confidence {
  const voteCount = isRealised ? votes.best_hourly_count : votes.posted_count;
  if (voteCount < VOTES_MIN) return 'low';
  const isHigh =
    isRealised && voteCount >= HIGH_CONFIDENCE_VOTES_MIN && sampleSize >= HIGH_CONFIDENCE_STAYS_MIN;
  return isHigh ? 'high' : 'medium';
}

function periodOf(asOf: Date): string {
  const from = subMilliseconds(asOf, REALISED_WINDOW_DAYS * millisecondsInDay);
  return `${isoDate(from)}/${isoDate(asOf)}`;
}

function isoDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
