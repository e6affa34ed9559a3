import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { PlainRate } from './plain-rate.ts';

/**
 * No stay of so many started minutes, by a rate of at least `rateMinor` (Infinity: none is posted)
 * and at least that day maximum, costs less: as `priceStay`, without billing steps, and rounded
 * down once. For an hour it is the price itself. A higher rate never has a lower one.
 */
export function leastPrice(
  { rateUnit, maxDailyMinor }: Pick<PlainRate, 'rateUnit' | 'maxDailyMinor'>,
  rateMinor: number,
  minutes: number,
): number {
  if (rateMinor === Infinity) return Infinity;
  const dayMinor = maxDailyMinor ?? Infinity;
  if (rateUnit === 'day') return Math.min(rateMinor, dayMinor) * Math.ceil(minutes / minutesInDay);
  const costOf = (part: number) => Math.min((rateMinor * part) / minutesInHour, dayMinor);
  const rest = minutes % minutesInDay;
  const days = (minutes - rest) / minutesInDay;
  return Math.floor((days === 0 ? 0 : days * costOf(minutesInDay)) + costOf(rest));
}
