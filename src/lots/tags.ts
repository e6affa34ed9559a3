import { badField } from '../errors.ts';
import type { HoursCheck } from './hours/hours-check.ts';

export const TEXT_LENGTH_MAX = 500;
export const NAME_LENGTH_MAX = 200;
export const REF_LENGTH_MAX = 200;
export const SPACES_MAX = 100_000;
export const HEIGHT_CM_MAX = 10_000;
const CENTIMETRES_PER_FOOT = 30.48;
const INCHES_PER_FOOT = 12;

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

/**
 * How many spaces a lot has, 1 to SPACES_MAX. In published data, 0 means that they were not
 * counted.
 */
export function readCapacity(tags: Record<string, unknown>, key: string): number {
  const text = readText(tags, key);
  if (text === undefined) throw badField(key, 'is missing');
  const spaces = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (spaces < 1 || spaces > SPACES_MAX)
    throw badField(key, `must be a whole number from 1 to ${SPACES_MAX}, not "${text}"`);
  return spaces;
}

/**
 * A tag such as `capacity:disabled`: a number of spaces, or yes/no. `yes` returns `has` with a
 * count of 0, because their number is not known. `total` may be NaN when it is not known.
 */
export function readSpecialSpaces(
  tags: Record<string, unknown>,
  key: string,
  total: number,
): { has: boolean; count: number } {
  const text = readText(tags, key) ?? 'no';
  if (text === 'yes' || text === 'no') return { has: text === 'yes', count: 0 };
  const count = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (count < 0 || count > total)
    throw badField(key, `must be yes, no or a whole number up to the capacity, not "${text}"`);
  return { has: count > 0, count };
}

/** `2.1`, `2.1 m` or `6'11"` in whole centimetres, rounded down; null: no limit is posted. */
export function readHeightCm(tags: Record<string, unknown>, key: string): number | null {
  const text = readText(tags, key);
  if (text === undefined || /^(default|none|unsigned|no_indications|below_default)$/.test(text))
    return null;
  const [, metres] = /^(\d{1,3}(?:\.\d+)?)(?: ?m)?$/.exec(text) ?? [];
  const [, feet, inches = '0'] = /^(\d{1,3})'(?:(\d{1,2})")?$/.exec(text) ?? [];
  if (metres === undefined && feet === undefined)
    throw badField(key, `"${text}" is not like 2.1 (metres) or 6'11"`);
  const centimetres = metres
    ? Number(`${metres}e2`)
    : (Number(feet) + Number(inches) / INCHES_PER_FOOT) * CENTIMETRES_PER_FOOT;
  if (centimetres < 1) throw badField(key, 'must be more than 0');
  if (centimetres > HEIGHT_CM_MAX) throw badField(key, `"${text}" is too high: it is in metres`);
  return Math.floor(centimetres);
}

/** OSM's opening_hours; null: never closed. */
export function readOpeningHours(
  tags: Record<string, unknown>,
  checkHours: HoursCheck,
): string | null {
  const openingHours = readText(tags, 'opening_hours') ?? null;
  if (openingHours !== null) checkHours(openingHours);
  return openingHours;
}

/** An http or https address; null when there is none. */
export function readWebsite(tags: Record<string, unknown>, key = 'website'): string | null {
  const text = readText(tags, key);
  if (text === undefined) return null;
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isWeb) throw badField(key, 'must be an http or https address');
  return text;
}
