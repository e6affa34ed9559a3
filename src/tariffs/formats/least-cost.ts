import { millisecondsInMinute, minutesInDay } from 'date-fns/constants';
import { ANYWHERE } from '../plain-rate.ts';
import { priceStay } from '../price/price-stay.ts';
import type { Tariff } from '../tariff.ts';

/** The longest time that a tariff can have paid at least. */
const MINUTES_MAX = 7 * minutesInDay;

/** What so many minutes cost at any time and for any vehicle; the tariff must depend on neither. */
export function costOf(tariff: Tariff, minutes: number): number {
  const window = { startedAt: new Date(0), endedAt: new Date(minutes * millisecondsInMinute) };
  return priceStay(tariff, window, ANYWHERE).subtotalMinor;
}

/**
 * How many minutes are paid at least where each stay costs at least an amount. A longer stay never
 * costs less, so both say the same. 0: each costs as much; undefined: no time costs exactly that.
 */
export function minutesFor(tariff: Tariff, leastMinor: number): number | undefined {
  if (costOf(tariff, 1) >= leastMinor) return 0;
  let [below, enough] = [1, MINUTES_MAX];
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (costOf(tariff, middle) >= leastMinor) enough = middle;
    else below = middle;
  }
  return costOf(tariff, enough) === leastMinor ? enough : undefined;
}
