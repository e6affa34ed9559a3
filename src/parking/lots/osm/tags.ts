import { badField } from '../../../kit/errors.ts';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { isWebAddress } from '../../../kit/text/web-address.ts';

export const TEXT_LENGTH_MAX = 500;
export const NAME_LENGTH_MAX = 200;
export const REF_LENGTH_MAX = 200;
export const SPACES_MAX = 100_000;
export const HEIGHT_CM_MAX = 10_000;

/**
 * The value of a tag as trimmed text; undefined when absent, null or empty. Errors: BAD_REQUEST
 * naming the tag when it is too long, is neither text nor a number, or contains what a database
 * cannot store (control characters, halves of a surrogate pair).
 */
export function readText(
  tags: Record<string, unknown>,
  key: string,
  lengthMax = TEXT_LENGTH_MAX,
): string | undefined {
  const value = tags[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw badField(key, 'must be text or a number');
  const text = String(value).trim();
  if (text === '') return undefined;
  if (text.length > lengthMax) throw badField(key, `must have at most ${lengthMax} characters`);
  if (!text.isWellFormed() || /\p{Control}/u.test(text))
    throw badField(key, 'must hold no control characters or broken ones');
  return text;
}

/** A name of 1 to NAME_LENGTH_MAX characters; BAD_REQUEST naming `name` when it is missing. */
export function readName(tags: Record<string, unknown>): string {
  const name = readText(tags, 'name', NAME_LENGTH_MAX);
  if (name === undefined) throw badField('name', 'is missing');
  return name;
}

/** OSM's opening_hours; null: not said. */
export function readOpeningHours(
  tags: Record<string, unknown>,
  readHours: HoursReader,
): string | null {
  const openingHours = readText(tags, 'opening_hours') ?? null;
  return openingHours === null ? null : readHours(openingHours);
}

/** An http or https address without a user; null when there is none. */
export function readWebsite(tags: Record<string, unknown>, key = 'website'): string | null {
  const text = readText(tags, key);
  if (text === undefined) return null;
  if (!isWebAddress(text))
    throw badField(key, 'must be an http or https address, without a user and a password');
  return text;
}
