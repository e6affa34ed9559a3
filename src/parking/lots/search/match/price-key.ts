import { currencyOrder } from '../../../../tariffs/currency-order.ts';
import type { Near } from './rank-lots.ts';

/** More than any price in minor units, so that each currency has its own range of keys. */
const PRICES_OF_CURRENCY = 1e13;
/** Above the keys of all currencies; there are fewer than 200. */
const UNSOLD = 200 * PRICES_OF_CURRENCY;

/** `priceMinor` is Infinity where no rate is posted. */
export type PriceKeyOf = (priced: { currency: string }, priceMinor: number) => number;

/**
 * The keys of a search sorted by price, of `near`, the lots around the place: the cheapest lot of
 * the most frequent currency there has the lowest key, then come the other currencies. Which is the
 * most frequent depends only on where lots are, so that it seldom changes between two pages; of
 * equally frequent ones the first of the alphabet counts as such. Without lots all currencies have
 * the same place.
 */
export function priceKeys(near: readonly Near[]): PriceKeyOf {
  const lots = near.map(({ lot }) => lot);
  const placeOf = currencyOrder(lots, (a, b) => (a < b ? -1 : 1));
  return (priced, priceMinor) => placeOf(priced) * PRICES_OF_CURRENCY + priceMinor;
}

/** The key of a lot that cannot be had: after those of all that can, in the same order. */
export const unsoldKey = (key: number): number => (key < UNSOLD ? key + UNSOLD : key);
