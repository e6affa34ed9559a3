import { decimalOf } from '../../kit/money.ts';

/**
 * By what power of the price the demand changes: where the price is twice as high, 2 ** -0.4 = 76 %
 * of the spaces that were taken still are. The mean of 5,294 changes of prices in San Francisco: G.
 * Pierce and D. Shoup, "Getting the Prices Right", Journal of the American Planning Association
 * 79(1), 2013.
 */
export const PRICE_ELASTICITY = -0.4;

/** Prices are right when so much of the spaces is taken at the peak, percent. */
export const PEAK_TARGET_PCT = 80;
export const MULTIPLIER_MIN = 0.5;
export const MULTIPLIER_MAX = 2;
const PERCENT = 100;

/**
 * What decided the advice. `target`: the rate at which the peak is expected to be at the target.
 * `lower_bound`, `upper_bound`: the target is further away than a rate may be moved. `revenue`:
 * moving the rate toward the target is expected to lose revenue. `no_rate`: there is no rate, or it
 * is 0. `closed`: all lots are closed. `unknown`: nothing is known of the peak.
 */
export const PRICE_DECISIONS = [
  'target',
  'lower_bound',
  'upper_bound',
  'revenue',
  'no_rate',
  'closed',
  'unknown',
] as const;
type PriceDecision = (typeof PRICE_DECISIONS)[number];

/** Of an hour, in whole minor units. */
type AverageRate = { avgHourlyMinor: number; currency: string };

export type PriceQuestion = {
  /** What an hour costs today; null: not known. */
  rate: AverageRate | null;
  /** Percent of the spaces that are taken at the peak at this rate; null: not known. */
  peakPct: number | null;
  /** What is sold at this rate, whole minor units; null: not known. */
  revenueMinor: number | null;
  /** All lots are known to be closed. */
  isClosed: boolean;
  /** Below 0. */
  elasticity: number;
};

/** Whole minor units; null: not known. */
export type PriceRecommendation = {
  currentRateMinor: number | null;
  rateMinor: number | null;
  /** With two decimals. */
  multiplier: number;
  /** At today's rate, and at the recommended one, which never brings less. */
  currentRevenueMinor: number | null;
  revenueMinor: number | null;
  elasticity: number;
  decidedBy: PriceDecision;
  rationale: string;
};

/**
 * Moves the average hourly rate of an area toward the target, as far as that is expected to lose no
 * revenue. The demand at another rate is today's times (rate / today's rate) ** elasticity, so the
 * revenue is today's times (rate / today's rate) ** (1 + elasticity).
 */
export function recommendPrice(question: PriceQuestion): PriceRecommendation {
  const { rate, revenueMinor, elasticity } = question;
  const decision = decide(question);
  const today = rate?.avgHourlyMinor ?? null;
  const advised = today === null ? null : timesMultiplier(today, decision.multiplier);
  // A small rate may have no other whole minor unit near enough.
  const multiplier = advised === today ? 1 : decision.multiplier;
  const change = today && advised ? advised / today : 1;
  return {
    currentRateMinor: today,
    rateMinor: advised,
    multiplier,
    currentRevenueMinor: revenueMinor,
    revenueMinor:
      revenueMinor === null ? null : Math.round(revenueMinor * revenueAt(change, elasticity)),
    elasticity,
    decidedBy: decision.decidedBy,
    rationale: `${reasonOf(question, decision.decidedBy)}, ${adviceOf(rate, multiplier)}.`,
  };
}

function decide(question: PriceQuestion): { multiplier: number; decidedBy: PriceDecision } {
  const { rate, peakPct, isClosed, elasticity } = question;
  if (isClosed) return { multiplier: 1, decidedBy: 'closed' };
  if (peakPct === null) return { multiplier: 1, decidedBy: 'unknown' };
  if (rate === null || rate.avgHourlyMinor === 0) return { multiplier: 1, decidedBy: 'no_rate' };
  const wanted = (PEAK_TARGET_PCT / peakPct) ** (1 / elasticity);
  if (revenueAt(wanted, elasticity) < 1) return { multiplier: 1, decidedBy: 'revenue' };
  if (wanted < MULTIPLIER_MIN) return { multiplier: MULTIPLIER_MIN, decidedBy: 'lower_bound' };
  if (wanted > MULTIPLIER_MAX) return { multiplier: MULTIPLIER_MAX, decidedBy: 'upper_bound' };
  return { multiplier: Math.round(PERCENT * wanted) / PERCENT, decidedBy: 'target' };
}

/** Of today's revenue, when the rate is so many times today's. */
function revenueAt(change: number, elasticity: number): number {
  return change ** (1 + elasticity);
}

/** Computed in whole percent, because decimals of a product are not exact. */
function timesMultiplier(minor: number, multiplier: number): number {
  return Math.round((minor * Math.round(PERCENT * multiplier)) / PERCENT);
}

function reasonOf({ peakPct, elasticity }: PriceQuestion, decidedBy: PriceDecision): string {
  if (decidedBy === 'closed') return 'All lots are closed on this day';
  if (peakPct === null) return 'Nothing is known yet of how full these lots are';
  const comparison = `${comparisonOf(peakPct)} the target of ${PEAK_TARGET_PCT} %`;
  const peak = `Expected peak of ${peakPct} % is ${comparison}`;
  if (decidedBy !== 'revenue') return peak;
  const other = `a ${peakPct < PEAK_TARGET_PCT ? 'lower' : 'higher'} rate`;
  return `${peak}, but with a price elasticity of ${elasticity} ${other} brings no more revenue`;
}

function comparisonOf(peakPct: number): string {
  if (peakPct === PEAK_TARGET_PCT) return 'at';
  return peakPct > PEAK_TARGET_PCT ? 'above' : 'below';
}

function adviceOf(rate: AverageRate | null, multiplier: number): string {
  if (rate === null) return 'but the rates of too few spaces are known to advise one';
  const { avgHourlyMinor, currency } = rate;
  if (avgHourlyMinor === 0) return 'but an hour costs nothing on average';
  const amount = decimalOf(avgHourlyMinor, currency);
  const average = `the average rate of ${amount} ${currency.toUpperCase()}/h`;
  const change = Math.round(PERCENT * (multiplier - 1));
  if (change === 0) return `so keep ${average}`;
  const isMost = multiplier === MULTIPLIER_MIN || multiplier === MULTIPLIER_MAX;
  const words = `so ${change > 0 ? 'raise' : 'lower'} ${average} by ${Math.abs(change)} %`;
  return isMost ? `${words}, the most that is advised` : words;
}
