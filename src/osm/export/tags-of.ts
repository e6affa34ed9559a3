import { ADDRESS_KEYS } from '../address-of.ts';
import type { Tags } from '../values/reading.ts';
import type { TaggedLot } from './exported-lot.ts';
import { ownTags } from './own-tags.ts';

/** What an import calls a lot without a name by; without them the name would seem to be its own. */
const NAMING = /^(?:operator|addr:street)$/;

/**
 * A lot as OpenStreetMap tags. Tags that came with the lot and that no column stores are given back
 * as they came, and so are those that say what a column says. A column that says something else
 * replaces them; an empty column replaces nothing.
 */
export function tagsOf(lot: TaggedLot): Record<string, string> {
  const tags = new Map([['amenity', 'parking']]);
  const replaced = new Set<string>();
  for (const { key, value, isSaidBy } of ownTags(lot)) {
    if (value === undefined || isSaidBy(lot.osm_tags)) continue;
    tags.set(key, value);
    if (key === 'addr:full') for (const part of ADDRESS_KEYS) replaced.add(part);
  }
  for (const [key, value] of Object.entries(lot.osm_tags))
    if (!tags.has(key) && !replaced.has(key)) tags.set(key, value);
  // Not an assignment, because a file may have a key `__proto__`.
  return Object.fromEntries(tags);
}

/**
 * Of the tags of a file, those that must be kept with its lot so that `tagsOf` gives them back as
 * they came: the columns alone would not say them, or not in these words.
 */
export function tagsToKeep(lot: TaggedLot, fileTags: Tags): Record<string, string> {
  const byColumns = tagsOf({ ...lot, osm_tags: {} });
  const given = tagsOf({ ...lot, osm_tags: fileTags });
  const isKept = ([key, value]: [string, string]) =>
    given[key] === value && (byColumns[key] !== value || NAMING.test(key));
  return Object.fromEntries(Object.entries(fileTags).filter(isKept));
}
