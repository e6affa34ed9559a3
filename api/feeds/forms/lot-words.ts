import { decimalOf } from '../../../src/kit/money.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import { attributionOf } from '../../../src/parking/lots/attribution.ts';
import { hasRoof } from '../../../src/parking/lots/lot-type.ts';
import { ESTIMATE_WORDS, PRICE_WORDS } from '../../../src/parking/lots/own-words.ts';
import { plainRateIn } from '../../../src/tariffs/posted-tariff.ts';
import { summarize } from '../../../src/tariffs/words/summarize.ts';

/** The language of what this service says of a lot in words (ISO 639-1). */
export const LANGUAGE = 'en';

/**
 * What a stay costs: the posted rate or tariff, never a dynamic price. Otherwise the price as its
 * source says it; null: nothing is known.
 */
export function priceWords(lot: FeedLot): string | null {
  const { tariff, currency } = lot;
  if (tariff === null) return lot.chargeText;
  const rate = plainRateIn(tariff);
  if (rate === undefined)
    return `${summarize(tariff, currency).join('; ')} (${currency.toUpperCase()})`;
  const { rateMinor, rateUnit, billingStepMinutes: step, maxDailyMinor } = rate;
  if (rateMinor === 0) return PRICE_WORDS.free;
  const words = [PRICE_WORDS.rate(amountWords(rateMinor, lot), rateUnit)];
  if (rateUnit === 'hour') words.push(PRICE_WORDS.step(step));
  if (maxDailyMinor !== null) words.push(PRICE_WORDS.dailyMax(amountWords(maxDailyMinor, lot)));
  return words.join(', ');
}

const amountWords = (minor: number, { currency }: FeedLot) =>
  `${decimalOf(minor, currency)} ${currency.toUpperCase()}`;

/** Where the lot's data comes from, and under which licence, as sentences. */
export function sourceWords(lot: FeedLot): string[] {
  return [
    ...(lot.isCapacityEstimated ? [ESTIMATE_WORDS] : []),
    ...(lot.dataLicense === null ? [] : [`Licence of the data: ${lot.dataLicense}`]),
    ...[attributionOf(lot)].filter((text) => text !== null),
  ];
}

/** Whether every space has a roof; null: not known. */
export function isCovered({ lotType, features }: FeedLot): boolean | null {
  if (hasRoof(lotType) || features.includes('covered')) return true;
  return lotType === null ? null : false;
}

/**
 * Free spaces by the last count of vehicles; null: nobody counted in the last 15 minutes, or the
 * operator does not show them. These standards have no words for a level.
 */
export function countedFree(lot: FeedLot): number | null {
  if (lot.availabilityShown !== 'exact') return null;
  if (lot.reportedAt === null || lot.totalSpaces === null) return null;
  return Math.max(0, lot.totalSpaces - lot.occupiedSpaces);
}
