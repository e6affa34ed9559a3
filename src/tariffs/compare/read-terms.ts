import { type PlainRecord, tariffOfRecord } from '../plain-rate.ts';
import { termsOf } from '../posted-tariff.ts';
import type { PostedTariff, Tariff } from '../tariff.ts';

/** The tariff that terms of a mart say, as JSON: one as it is stored, or an older plain rate. */
export function readTerms(text: string): Tariff {
  const terms = JSON.parse(text) as PostedTariff | PlainRecord;
  return 'parts' in terms ? termsOf(terms) : tariffOfRecord(terms);
}
