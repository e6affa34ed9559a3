import {
  asRead,
  asText,
  asUnknown,
  plainValue,
  type Reading,
  type Tags,
  tagText,
} from './reading.ts';
import { readDuration } from './time-text.ts';

/** Months have no fixed length, so they stay months. */
export type MaxStay =
  | { kind: 'minutes'; minutes: number }
  | { kind: 'months'; months: number }
  | { kind: 'unlimited' };

const UNLIMITED = /^(?:no|none|unlimited)$/i;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1440;
const MINUTES_OF_WEEK = 10_080;
const MONTHS_OF_YEAR = 12;
/** No longer stay can be written as a tag of a lot. */
const COUNT_MAX = 99_999;
/** `PT1H30M`, as the key `duration` is written. */
const ISO_DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/;
const LONG = /^(\d{1,3}) ?(weeks?|months?|years?)$/i;
/** `1 hour 30 minutes`, `2h30min` */
const TWO_PARTS = /^(\d{1,3} ?(?:h|hr|hours?)) ?(\d{1,2} ?(?:min|minutes?))$/i;

/**
 * How long a vehicle may stay, from `maxstay`. A number without a unit has none by default, and 0
 * has four meanings (wiki.openstreetmap.org/wiki/Key:maxstay), so both are kept as text.
 */
export function readMaxStay(tags: Tags): Reading<MaxStay> {
  const text = tagText(tags, 'maxstay');
  if (text === undefined) return asUnknown();
  const plain = plainValue(text) ?? '';
  if (UNLIMITED.test(plain)) return asRead({ kind: 'unlimited' });
  const [, count, unit = ''] = LONG.exec(plain) ?? [];
  const months = Number(count) * (/^y/i.test(unit) ? MONTHS_OF_YEAR : 1);
  if (/^[my]/i.test(unit) && months > 0) return asRead({ kind: 'months', months });
  const minutes = /^w/i.test(unit) ? Number(count) * MINUTES_OF_WEEK : minutesOf(plain);
  if (minutes === undefined || minutes < 1 || countOf(minutes) > COUNT_MAX)
    return asText('maxstay', text, 'is not like "30 minutes", "2 hours" or "1 day"');
  return asRead({ kind: 'minutes', minutes });
}

function minutesOf(text: string): number | undefined {
  const [isIso, days = 0, hours = 0, minutes = 0] = ISO_DURATION.exec(text) ?? [];
  if (isIso)
    return Number(days) * MINUTES_OF_DAY + Number(hours) * MINUTES_OF_HOUR + Number(minutes);
  const [, first, second] = TWO_PARTS.exec(text) ?? [];
  const parts = (first && second ? [first, second] : [text]).map(readDuration);
  // Without a number nobody knows how many hours are meant.
  if (parts.some((part) => !part?.isCounted)) return undefined;
  return parts.reduce((sum, part) => sum + (part?.minutes ?? 0), 0);
}

function countOf(minutes: number): number {
  return Number(maxStayText({ kind: 'minutes', minutes }).split(' ')[0]);
}

/** The value of `maxstay` in its documented form: `90 minutes`, `2 hours`, `1 day`, `no`. */
export function maxStayText(stay: MaxStay): string {
  if (stay.kind === 'unlimited') return 'no';
  if (stay.kind === 'months') return withUnit(stay.months, 'month');
  if (stay.minutes % MINUTES_OF_DAY === 0) return withUnit(stay.minutes / MINUTES_OF_DAY, 'day');
  if (stay.minutes % MINUTES_OF_HOUR === 0) return withUnit(stay.minutes / MINUTES_OF_HOUR, 'hour');
  return withUnit(stay.minutes, 'minute');
}

/** The feature of a lot: `maxstay:30 minutes`; none where stays are not limited. */
export function maxStayFeatures(stay: MaxStay): string[] {
  return stay.kind === 'unlimited' ? [] : [`maxstay:${maxStayText(stay)}`];
}

function withUnit(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
