import { decimalOf } from '../../../src/kit/money.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import { attributionOf } from '../../../src/parking/lots/attribution.ts';
import { hasRoof } from '../../../src/parking/lots/lot.ts';
import { ESTIMATE_WORDS, PRICE_WORDS } from '../../../src/parking/lots/own-words.ts';

/** The language of what this service says of a lot in words (ISO 639-1). */
export const LANGUAGE = 'en';

/**
 * What a stay costs: the posted rate, never a dynamic price. Otherwise the price as its source says
 * it; null: nothing is known.
 */
export function priceWords(lot: FeedLot): string | null {
  const { rate_minor, rate_unit, billing_step_minutes: step, max_daily_minor } = lot;
  if (rate_minor === null) return lot.charge_text;
  if (rate_minor === 0) return PRICE_WORDS.free;
  const words = [PRICE_WORDS.rate(amountWords(rate_minor, lot), rate_unit)];
  if (rate_unit === 'hour') words.push(PRICE_WORDS.step(step));
  if (max_daily_minor !== null) words.push(PRICE_WORDS.dailyMax(amountWords(max_daily_minor, lot)));
  return words.join(', ');
}

const amountWords = (minor: number, { currency }: FeedLot) =>
  `${decimalOf(minor, currency)} ${currency.toUpperCase()}`;

/** Where the lot's data comes from, and under which licence, as sentences. */
export function sourceWords(lot: FeedLot): string[] {
  return [
    ...(lot.is_capacity_estimated ? [ESTIMATE_WORDS] : []),
    ...(lot.data_license === null ? [] : [`Licence of the data: ${lot.data_license}`]),
    ...[attributionOf(lot)].filter((text) => text !== null),
  ];
}

/** Whether every space has a roof; null: not known. */
export function isCovered({ lot_type, features }: FeedLot): boolean | null {
  if (hasRoof(lot_type) || features.includes('covered')) return true;
  return lot_type === null ? null : false;
}

/**
 * Free spaces by the last count of vehicles; null: nobody counted in the last 15 minutes, or the
 * operator does not show them. These standards have no words for a level.
 */
export function countedFree(lot: FeedLot): number | null {
  if (lot.availability_shown !== 'exact') return null;
  if (lot.reported_at === null || lot.total_spaces === null) return null;
  return Math.max(0, lot.total_spaces - lot.occupied_spaces);
}
