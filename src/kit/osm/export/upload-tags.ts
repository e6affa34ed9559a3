import type { TaggedLot } from './exported-lot.ts';
import { PRODUCT_KEYS, tagsOf } from './tags-of.ts';

/** OpenStreetMap takes no longer key or value; in Unicode characters. */
const LENGTH_MAX = 255;
/** What XML 1.0 cannot contain, not even as a reference; and halves of a surrogate pair. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

type UploadTags = {
  tags: Record<string, string>;
  /** The keys of tags that OpenStreetMap cannot take, or that nobody can read. */
  left_out: string[];
};

/** Also of parts and conditions: `charge:max`, `fee:conditional`. */
const PRICE_KEY = /^(?:charge|fee)(?::|$)/;

/**
 * The tags of a lot as files for OpenStreetMap contain them: none of the product's own names, and
 * no opening hours that could not be read, unless OpenStreetMap has them. With them goes a price
 * that could not be posted: alone, it would read as one that always holds.
 */
export function uploadTagsOf(lot: TaggedLot): UploadTags {
  const leftOut: string[] = [];
  const product: readonly string[] = PRODUCT_KEYS;
  const given = tagsOf(lot);
  const hasUnreadHours =
    lot.openingHours === null && lot.osmId === null && given.opening_hours !== undefined;
  const isPosted = lot.rateMinor !== null || lot.tariffTags !== null;
  const isUnread = (key: string) =>
    hasUnreadHours && (key === 'opening_hours' || (!isPosted && PRICE_KEY.test(key)));
  const tags = Object.entries(given).filter(([key, value]) => {
    if (product.includes(key)) return false;
    const isFit = isFitText(key) && isFitText(value) && !isUnread(key);
    if (!isFit) leftOut.push(key);
    return isFit;
  });
  return { tags: Object.fromEntries(tags), left_out: leftOut };
}

function isFitText(text: string): boolean {
  if (text.trim() === '' || NOT_XML.test(text)) return false;
  return text.length <= LENGTH_MAX || [...text].length <= LENGTH_MAX;
}
