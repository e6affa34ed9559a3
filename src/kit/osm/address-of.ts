import { type Tags, tagText } from './values/reading.ts';

/** The keys that `addressOf` reads. */
export const ADDRESS_KEYS = [
  'addr:full',
  'addr:street_address',
  'addr:street',
  'addr:housenumber',
] as const;

/** Street and number in one line, as the lot's address; null: the tags have no street. */
export function addressOf(tags: Tags): string | null {
  const [full, streetAddress, street, number] = ADDRESS_KEYS.map((key) => tagText(tags, key));
  const streetAndNumber = street && number ? `${street} ${number}` : street;
  return full ?? streetAddress ?? streetAndNumber ?? null;
}
