import { tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { badField } from '../errors.ts';
import { shownText } from '../text/shown-text.ts';
import { INSTANT_END, INSTANT_MIN, isUsable } from '../time/instants.ts';

/** How a file writes the time of something. */
export type TimeReading = {
  /** IANA name of the zone of times that say none; undefined: such times are refused. */
  zone?: string | undefined;
  /** Which comes first in a date like 01/02/2026; undefined: such dates are refused. */
  dates?: DateOrder | undefined;
};
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const SECONDS = String.raw`(?::(?<second>\d\d)(?:[.,](?<part>\d{1,9}))?)?`;
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)${SECONDS}`;
const ZONE = String.raw`\s?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?`;
const FORMS = [
  String.raw`(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)(?:T|\s+)`,
  String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}),?\s+`,
  String.raw`(?<one>\d{1,2})/(?<two>\d{1,2})/(?<year>\d{4}),?\s+`,
].map((date) => new RegExp(`^${date}${CLOCK}${ZONE}$`));
/** Seconds or milliseconds since 1970, of the years from 2001 on. */
const SINCE_1970 = /^[1-9]\d{9}(?:\d{3})?$/;
const SECONDS_DIGITS = 10;

/**
 * The instants that a text may mean, earliest first: one, or both where clocks of the zone that
 * were put back showed this time twice. `2026-03-01T08:00:00Z`, `2026-03-01 08:00`,
 * `01.03.2026 08:00`, and seconds or milliseconds since 1970. Errors: BAD_REQUEST naming the
 * column, also for a time that clocks have skipped.
 */
export function readFileTime(column: string, text: string, reading: TimeReading): Date[] {
  const instants = SINCE_1970.test(text) ? [sinceEpoch(text)] : instantsOf(column, text, reading);
  if (!instants.every(isUsable))
    throw badField(column, `must be from ${INSTANT_MIN} to before ${INSTANT_END}`);
  return instants;
}

function sinceEpoch(text: string): Date {
  return new Date(Number(text) * (text.length === SECONDS_DIGITS ? 1_000 : 1));
}

function instantsOf(column: string, text: string, { zone, dates }: TimeReading): Date[] {
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const shown = `"${shownText(text)}"`;
  if (found === undefined) throw badField(column, `${shown} is not like 2026-03-01T08:00:00Z`);
  if (found.one !== undefined && dates === undefined)
    throw badField(column, `${shown} may begin with the day or the month: --dates day-first`);
  const local = localMs(found, dates);
  if (local === undefined) throw badField(column, `${shown} is not a day and time`);
  if (found.zone !== undefined) return [new Date(local - offsetMs(found.zone))];
  if (zone === undefined)
    throw badField(column, `${shown} has no zone: give it with --zone, such as Europe/Berlin`);
  const instants = instantsOfLocal(local, zone);
  if (instants.length === 0)
    throw badField(column, `${shown} was skipped when clocks of ${zone} were put forward`);
  return instants;
}

/** The time as if it were in UTC; undefined when its day or hour does not exist. */
function localMs(found: Record<string, string | undefined>, dates: DateOrder | undefined) {
  const { year, hour, minute, second = '0', part = '' } = found;
  const [one, two] = dates === 'month-first' ? [found.two, found.one] : [found.one, found.two];
  const [day, month] = [Number(found.day ?? one), Number(found.month ?? two)];
  const date = Date.UTC(Number(year), month - 1, day);
  const isDay = new Date(date).getUTCDate() === day && new Date(date).getUTCMonth() === month - 1;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const minutes = Number(hour) * 60 + Number(minute);
  const milliseconds = Math.floor(Number(`0.${part || '0'}`) * 1_000);
  return date + minutes * millisecondsInMinute + Number(second) * 1_000 + milliseconds;
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * millisecondsInMinute;
  return sign === '-' ? -size : size;
}

const OFFSETS_KEPT = 10_000;
/** By zone and local day: the offset all through that day and its neighbours; false: it changes. */
const steadyOffsets = new LRUCache<string, number | false>({ max: OFFSETS_KEPT });

/** The instants at which clocks of a zone show a time, given as if it were in UTC. */
function instantsOfLocal(local: number, zone: string): Date[] {
  const day = Math.floor(local / millisecondsInDay);
  const offsetAt = (ms: number) => tzOffset(zone, new Date(ms)) * millisecondsInMinute;
  const key = `${zone} ${day}`;
  let steady = steadyOffsets.get(key);
  if (steady === undefined) {
    const before = offsetAt((day - 1) * millisecondsInDay);
    steady = before === offsetAt((day + 2) * millisecondsInDay) && before;
    steadyOffsets.set(key, steady);
  }
  if (steady !== false) return [new Date(local - steady)];
  const offsets = [offsetAt(local - millisecondsInDay), offsetAt(local + millisecondsInDay)];
  const fitting = [...new Set(offsets)].filter((offset) => offsetAt(local - offset) === offset);
  return fitting
    .map((offset) => local - offset)
    .toSorted((a, b) => a - b)
    .map((ms) => new Date(ms));
}
