import { type Tags, tagText } from './values/reading.ts';

/** The longest name of a lot, in UTF-16 units. */
const LENGTH_MAX = 200;

/**
 * What a lot without a name of its own is called: its operator, its street, or `Parking` and its
 * reference. Importers give this name, and exporters leave it out again, because it is no name.
 */
export function fallbackName(tags: Tags, ref: string | null): string {
  const parking = ref === null ? 'Parking' : `Parking ${ref}`;
  const name = tagText(tags, 'operator') ?? tagText(tags, 'addr:street') ?? parking;
  // A cut may leave the first half of a character.
  return name.slice(0, LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, '');
}
