import type { Tags } from '../values/reading.ts';
import { nameLikeness } from './name-likeness.ts';
import { nameWords } from './name-words.ts';
import type { OsmObject, OwnLot } from './place.ts';
import { compareFact, FACTS, hasDayMaximum } from './tag-meaning.ts';

/** A tag of an object that differs from what we know. */
export type TagDifference = {
  key: string;
  /** null: the object has no such tag. */
  osm: string | null;
  ours: string;
  /** Whether we suggest ours; where not, a person must look: both can be right. */
  is_suggested: boolean;
};

/** What is suggested only where OpenStreetMap has nothing: people write it in many ways. */
const ADDITIONS = [
  'name',
  'operator',
  'parking',
  'access',
  'opening_hours',
  'website',
  'covered',
  'wheelchair',
];
const SAME_NAME_LIKENESS = 0.8;
/** The longest value that OpenStreetMap stores, in characters. */
const VALUE_LENGTH_MAX = 255;
/** So it is with most lots: not worth a tag. */
const USUAL = ['capacity:disabled=no', 'capacity:charging=no', 'covered=no', 'wheelchair=no'];

/** The tags of ours that OpenStreetMap may be given: those that we know well, and no estimate. */
export function tagsToGive({ tags, is_capacity_estimated }: OwnLot): Tags {
  const given = [...FACTS, ...ADDITIONS].flatMap((key) => {
    const value = tags[key]?.trim() ?? '';
    if (value === '' || value.length > VALUE_LENGTH_MAX) return [];
    if (key === 'capacity' && is_capacity_estimated) return [];
    if (key === 'name' && nameWords(value).words.length === 0) return [];
    return [[key, value] as const];
  });
  return Object.fromEntries(given);
}

/**
 * What differs between an object's tags and a lot's, in a fixed order of keys. Tags that only
 * OpenStreetMap has are left alone, and so are tags that we do not know.
 */
export function compareTags(
  { tags: osm, hours }: Pick<OsmObject, 'tags' | 'hours'>,
  lot: OwnLot,
): TagDifference[] {
  const given = tagsToGive(lot);
  return Object.entries(given).flatMap(([key, ours]): TagDifference[] => {
    const theirs = osm[key] ?? null;
    const isNew = theirs === null;
    if (theirs?.trim() === ours || (isNew && USUAL.includes(`${key}=${ours}`))) return [];
    if (key === 'opening_hours' && hours === ours) return [];
    if (theirs !== null && isSameText(key, theirs, ours)) return [];
    if (!FACTS.includes(key)) return [{ key, osm: theirs, ours, is_suggested: isNew }];
    const comparison = compareFact(key, osm, given);
    if (comparison === 'same') return [];
    const isSuggested = comparison !== 'unclear' && !wouldContradict(key, osm, given);
    return [{ key, osm: theirs, ours, is_suggested: isSuggested }];
  });
}

/** Whether two names, or two addresses of pages, differ only in how they are written. */
function isSameText(key: string, theirs: string, ours: string): boolean {
  if (key === 'website') return plainAddress(theirs) === plainAddress(ours);
  if (key !== 'name' && key !== 'operator') return false;
  return (nameLikeness(nameWords(theirs), nameWords(ours)) ?? 0) >= SAME_NAME_LIKENESS;
}

function plainAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}

/** Whether the object says more about the fact, which would no longer fit to a new value. */
function wouldContradict(key: string, osm: Tags, given: Tags): boolean {
  if (Object.keys(osm).some((name) => name.startsWith(`${key}:conditional`))) return true;
  if (key === 'charge') return hasDayMaximum(osm, given);
  return key === 'fee' && given.fee === 'no' && osm.charge !== undefined;
}
