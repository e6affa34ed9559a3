import { fromMinor, minorDigits } from '../money.ts';

/** Prices are right when so much of the spaces is taken at the peak, percent. */
const PEAK_TARGET_PCT = 80;
const MULTIPLIER_MIN = 0.5;
const MULTIPLIER_MAX = 2;
const PERCENT = 100;

/** Of an hour, in minor units. */
type AverageRate = { avgHourlyMinor: number; currency: string };

export type PriceRecommendation = { rateMinor: number; multiplier: number; rationale: string };

/**
 * Moves the average hourly rate of an area toward the target. A `rate` of null: none is posted. A
 * `peakPct` of null: nothing is known.
 */
export function recommendPrice(
  rate: AverageRate | null,
  { peakPct, isClosed }: { peakPct: number | null; isClosed: boolean },
): PriceRecommendation {
  const multiplier = isClosed || peakPct === null ? 1 : multiplierFor(peakPct);
  return {
    rateMinor: rate === null ? 0 : timesMultiplier(rate.avgHourlyMinor, multiplier),
    multiplier,
    rationale: `${reasonOf(peakPct, isClosed)}, ${advise(rate, multiplier)}.`,
  };
}

/** Computed in whole percent, because decimals of a product are not exact. */
function timesMultiplier(minor: number, multiplier: number): number {
  return Math.round((minor * Math.round(PERCENT * multiplier)) / PERCENT);
}

/** With two decimals. */
function multiplierFor(peakPct: number): number {
  const multiplier = Math.round((PERCENT * peakPct) / PEAK_TARGET_PCT) / PERCENT;
  return Math.max(MULTIPLIER_MIN, Math.min(MULTIPLIER_MAX, multiplier));
}

function reasonOf(peakPct: number | null, isClosed: boolean): string {
  if (isClosed) return 'All lots are closed on this day';
  if (peakPct === null) return 'Nothing is known yet of how full these lots are';
  const comparison = comparisonOf(peakPct);
  return `Expected peak of ${peakPct} % is ${comparison} the target of ${PEAK_TARGET_PCT} %`;
}

function comparisonOf(peakPct: number): string {
  if (peakPct === PEAK_TARGET_PCT) return 'at';
  return peakPct > PEAK_TARGET_PCT ? 'above' : 'below';
}

function advise(rate: AverageRate | null, multiplier: number): string {
  if (rate === null) return 'but no lot posts a rate that could be changed';
  const { avgHourlyMinor, currency } = rate;
  const amount = fromMinor(avgHourlyMinor, currency).toFixed(minorDigits(currency));
  const average = `the average rate of ${amount} ${currency.toUpperCase()}/h`;
  const change = Math.round(PERCENT * (multiplier - 1));
  if (change === 0) return `so keep ${average}`;
  return `so ${change > 0 ? 'raise' : 'lower'} ${average} by ${Math.abs(change)} %`;
}
