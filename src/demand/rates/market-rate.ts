import { millisecondsInDay } from 'date-fns/constants';
import { demandScore, type OccupancyBasis } from '../areas/demand-score.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import { type AreaQuestion, coverArea, readArea } from './area.ts';
import type { CircleRate } from './circle-rate.ts';
import type { Confidence } from './confidence.ts';
import { noLots } from './no-lots.ts';
import type { OwnTotals } from './own-sums.ts';

const PAID_WINDOW_DAYS = 30;
/** With fewer voting lots, an answer says more about single lots than about a market. */
export const VOTES_MIN = 3;
export const HIGH_CONFIDENCE_VOTES_MIN = 10;
export const HIGH_CONFIDENCE_STAYS_MIN = 100;

const PERCENT = 100;
const MINUTES_PER_HOUR = 60;

/** What parking costs in a circle. Amounts are whole minor units of `currency`; null: not known. */
type MarketRate = {
  avgHourlyMinor: number | null;
  avgDailyMinor: number | null;
  minHourlyMinor: number | null;
  maxHourlyMinor: number | null;
  /** Why the average of an hour is not known, a sentence; null: it is known. */
  reason: string | null;
  currency: string;
  /** `realised`: list prices, moved as payments around them have moved. `posted`: list prices. */
  basis: 'realised' | 'posted';
  /** 0 to 100; null: neither occupancy nor searches are known. */
  demandScore: number | null;
  /** How the occupied share in the demand score is known; null: it is not. */
  occupancyBasis: OccupancyBasis | null;
  /** Lots in areas in which vehicles were counted in the seven days. */
  measuredLotCount: number;
  lotCount: number;
  /** Those of them whose price of an hour is known. */
  pricedLotCount: number;
  /** Lots of operators other than the caller's. */
  competitorCount: number;
  /** Lots in the circle that have no vote because they are priced in another currency. */
  otherCurrencyLotCount: number;
  /**
   * Lots without a vote, because of their currency or because their price is far from all others.
   */
  leftOut: number;
  /** Lots that vote. */
  sampleSize: number;
  /** Paid stays of the period in the areas around, rounded to two digits; null: not told. */
  observedStayCount: number | null;
  /** What happened on the caller's own lots in the circle; null: it has none there. */
  own: OwnMarket | null;
  /**
   * low: fewer than 3 lots have a vote. high: at least 10 voting lots, moved by 100 paid stays, and
   * the occupancy is known. medium: anything between.
   */
  confidence: Confidence;
  /** ISO 8601 interval of dates. */
  period: string;
  /** Everything up to this instant is included. */
  asOf: Date;
};

/** Exactly, from the caller's own lots alone. Percent; null: nothing is known. */
export type OwnMarket = {
  lotCount: number;
  stayCount: number;
  avgHourlyMinor: number | null;
  occupiedPct: number | null;
};

/**
 * The market rate of a circle of up to 50 km. Each listed active lot votes with what an hour (or a
 * day) costs there by its list price, times what stays cost in its area in relation to list prices.
 * Amounts are in the currency that most lots are priced in. Throws NOT_FOUND where there is no lot,
 * and INTERNAL (503) while nothing has been published yet.
 */
export async function findMarketRate(
  market: MarketTiles,
  question: AreaQuestion,
): Promise<MarketRate> {
  const area = await readArea(market, question, coverArea(question));
  const { rate, own, demand, asOf } = area;
  if (rate === undefined) throw noLots(asOf, 'no lots in this circle');
  const { hourly, daily } = rate;
  return {
    avgHourlyMinor: hourly?.average ?? null,
    avgDailyMinor: daily?.average ?? null,
    minHourlyMinor: hourly?.least ?? null,
    maxHourlyMinor: hourly?.most ?? null,
    sampleSize: hourly?.lotCount ?? 0,
    leftOut: (hourly?.leftOut ?? 0) + rate.otherCurrencyLotCount,
    confidence: confidenceIn(rate, demand.occupiedShare !== null),
    reason: reasonOf(rate),
    currency: rate.currency,
    basis: rate.isRealised ? 'realised' : 'posted',
    demandScore: demandScore(demand),
    occupancyBasis: area.occupancyBasis,
    measuredLotCount: area.measuredLotCount,
    lotCount: rate.lotCount,
    pricedLotCount: rate.pricedLotCount,
    competitorCount: area.lotCount - own.counted,
    otherCurrencyLotCount: rate.otherCurrencyLotCount,
    observedStayCount: rate.paidStayCount,
    own: ownMarket(own),
    period: periodOf(asOf),
    asOf,
  };
}

/** In one sentence. */
function reasonOf({ hourly, lotCount, pricedLotCount, currency }: CircleRate): string | null {
  if (hourly !== null) return null;
  const lots = `${lotCount} ${lotCount === 1 ? 'lot' : 'lots'} in ${currency.toUpperCase()} here`;
  return pricedLotCount === 0
    ? `Of ${lots}, the price of an hour is known of none.`
    : `Of ${lots}, the price of an hour is known of ${pricedLotCount}, and these have less than ` +
        'half of the spaces, or are of too few of the operators.';
}

function confidenceIn(
  { hourly, isRealised, paidStayCount }: CircleRate,
  isOccupancyKnown: boolean,
): Confidence {
  const voteCount = hourly?.lotCount ?? 0;
  if (voteCount < VOTES_MIN) return 'low';
  const isHigh =
    isRealised &&
    isOccupancyKnown &&
    voteCount >= HIGH_CONFIDENCE_VOTES_MIN &&
    (paidStayCount ?? 0) >= HIGH_CONFIDENCE_STAYS_MIN;
  return isHigh ? 'high' : 'medium';
}

function ownMarket(own: OwnTotals): OwnMarket | null {
  if (own.lots === 0) return null;
  const { paid_minutes: paid, known_minutes: known } = own;
  return {
    lotCount: own.lots,
    stayCount: own.observation_count,
    avgHourlyMinor: paid === 0 ? null : Math.round((MINUTES_PER_HOUR * own.revenue_minor) / paid),
    occupiedPct: known === 0 ? null : Math.round((PERCENT * own.occupied_minutes) / known),
  };
}

/** All answers of a publication have the same. */
let lastPeriod = { asOfMs: Number.NaN, text: '' };

/** Of whole days (UTC): the day of the newest data is not over. */
function periodOf(asOf: Date): string {
  const asOfMs = asOf.getTime();
  if (lastPeriod.asOfMs !== asOfMs) {
    const fromMs = asOfMs - PAID_WINDOW_DAYS * millisecondsInDay;
    lastPeriod = { asOfMs, text: `${isoDate(fromMs)}/${isoDate(asOfMs)}` };
  }
  return lastPeriod.text;
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
