import { type PostedLot, toPostedRate } from '../../../../tariffs/offer-lot-rate.ts';
import { lowestMaximum, lowestRate } from '../../../../tariffs/offer-rate.ts';
import type { PlainRate } from '../../../../tariffs/plain-rate.ts';
import type { PriceRules } from '../../../../tariffs/price-rules.ts';
import type { Tariff } from '../../../../tariffs/tariff.ts';
import type { KnownLot } from '../match/known-lot.ts';

/** `maxDailyMinor` is the lowest of theirs; null: none has one. */
export type RateKind = Pick<PlainRate, 'rateUnit' | 'maxDailyMinor'> & {
  currency: string;
  isTariff: false;
};

/** What a lot posts, now and later. */
function postedBy(lot: KnownLot): PostedLot[] {
  return [lot, ...lot.scheduledRates.map(toPostedRate)];
}

/** Its tariffs, each with its rules. */
export function tariffsOf(lot: KnownLot): { tariff: Tariff; priceRules: PriceRules | null }[] {
  return postedBy(lot).flatMap(({ rateMinor, tariff, priceRules }) =>
    rateMinor === null && tariff !== null ? [{ tariff, priceRules }] : [],
  );
}

/** The lowest rates to which rules may lead, of each rate that is no tariff. */
export function lowestRates(lot: KnownLot): ({ rateMinor: number } & RateKind)[] {
  const plain = postedBy(lot).filter(({ rateMinor, tariff }) => rateMinor !== null || !tariff);
  return plain.map((posted) => ({
    rateMinor: lowestOf(posted, lot.currency),
    rateUnit: posted.rateUnit,
    maxDailyMinor: lowestMaximum(posted.maxDailyMinor, posted.priceRules),
    currency: lot.currency,
    isTariff: false,
  }));
}

function lowestOf({ rateMinor, priceRules }: PostedLot, currency: string): number {
  return rateMinor === null ? Infinity : lowestRate(rateMinor, priceRules, currency);
}
