import { type PostedLot, toPostedRate } from '../../../../tariffs/offer-lot-rate.ts';
import { lowestMaximum, lowestRate } from '../../../../tariffs/offer-rate.ts';
import type { PlainRate } from '../../../../tariffs/plain-rate.ts';
import { plainRateIn } from '../../../../tariffs/posted-tariff.ts';
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
  return postedBy(lot).flatMap(({ tariff, priceRules }) =>
    tariff === null || tariff.plain ? [] : [{ tariff, priceRules }],
  );
}

/**
 * The lowest rates to which rules may lead, of each plain rate; Infinity where nothing is posted.
 */
export function lowestRates(lot: KnownLot): ({ rateMinor: number } & RateKind)[] {
  const { currency } = lot;
  return postedBy(lot).flatMap(({ tariff, priceRules }) => {
    if (tariff === null) return [{ ...NOTHING, currency }];
    const rate = plainRateIn(tariff);
    if (rate === undefined) return [];
    const { rateMinor, rateUnit, maxDailyMinor } = rate;
    return [
      {
        rateMinor: lowestRate(rateMinor, priceRules, currency),
        rateUnit,
        maxDailyMinor: lowestMaximum(maxDailyMinor, priceRules),
        currency,
        isTariff: false as const,
      },
    ];
  });
}

const NOTHING = {
  rateMinor: Infinity,
  rateUnit: 'hour',
  maxDailyMinor: null,
  isTariff: false,
} as const;
