import { namesUser } from '../../text/web-address.ts';
import { ADDRESS_KEYS, addressOf } from '../address-of.ts';
import type { Tags } from '../values/reading.ts';
import type { TaggedLot } from './exported-lot.ts';
import { ownTags, postedCharge } from './own-tags.ts';

/** Names that only this product uses; never in formats that are meant for upload. */
export const PRODUCT_KEYS = [
  'parking:rate',
  'parking:type',
  'charge:max',
  'capacity:autonomous',
] as const;

/** What together says the price of a lot with a tariff. */
const TARIFF_KEYS = ['fee', 'charge', 'fee:conditional', 'charge:conditional', 'charge:max'];

/**
 * A lot as OpenStreetMap tags. Tags that came with the lot and that no column stores are given back
 * as they came, and so are those that say what a column says. A column that says something else
 * replaces them; an empty column replaces nothing. An address with a user, and perhaps a password,
 * is left out.
 */
export function tagsOf(lot: TaggedLot): Record<string, string> {
  const tags = new Map([['amenity', 'parking']]);
  const replaced = new Set<string>();
  for (const { key, value, isStatedBy: isSaidBy } of ownTags(lot)) {
    if (value === undefined || isSaidBy(lot.osmTags)) continue;
    tags.set(key, value);
    if (key === 'addr:full' && addressOf(lot.osmTags) !== null)
      for (const part of ADDRESS_KEYS) replaced.add(part);
  }
  // One price: of a file's tags a condition that is left would change it.
  if (lot.tariffTags !== null) for (const key of TARIFF_KEYS) replaced.add(key);
  for (const [key, value] of Object.entries(lot.osmTags))
    if (!tags.has(key) && !replaced.has(key) && !namesUser(value)) tags.set(key, value);
  // Not an assignment, because a file may have a key `__proto__`.
  return Object.fromEntries(tags);
}

/** The same, with the names that only this product uses. */
export function productTagsOf(lot: TaggedLot): Record<string, string> {
  const tags = tagsOf(lot);
  const daily = { ...lot, rateMinor: lot.maxDailyMinor, rateUnit: 'day' as const };
  const more: Record<(typeof PRODUCT_KEYS)[number], string | undefined> = {
    'parking:rate': tags.charge,
    'parking:type': tags.parking,
    'charge:max': lot.tariffTags === null ? postedCharge(daily) : tags['charge:max'],
    'capacity:autonomous': autonomousOf(lot),
  };
  return Object.fromEntries(
    Object.entries({ ...tags, ...more }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );
}

function autonomousOf({ avSpaces, features }: TaggedLot): string | undefined {
  if (avSpaces > 0) return String(avSpaces);
  return features.includes('av') ? 'yes' : undefined;
}

/**
 * Of the tags of a file, those that must be kept with its lot so that `tagsOf` gives them back as
 * they came: the columns alone would not say them, or not in these words.
 */
export function tagsToKeep(lot: TaggedLot, fileTags: Tags): Record<string, string> {
  const byColumns = tagsOf({ ...lot, osmTags: {} });
  const given = tagsOf({ ...lot, osmTags: fileTags });
  const needed = neededTogether(fileTags);
  const isKept = ([key, value]: [string, string]) =>
    given[key] === value && (byColumns[key] !== value || needed.includes(key));
  return Object.fromEntries(Object.entries(fileTags).filter(isKept));
}

/**
 * Keys that say something only beside others: the parts of an address, and the operator by which a
 * lot without a name is called, which otherwise would seem to be its own name.
 */
function neededTogether(fileTags: Tags): string[] {
  const address = ADDRESS_KEYS.filter((key) => key in fileTags);
  const isOneLine = address.length === 1 && address[0] === 'addr:full';
  return [...(isOneLine ? [] : address), ...('name' in fileTags ? [] : ['operator'])];
}
