import { TZDate } from '@date-fns/tz';
import OpeningHours from 'opening_hours';
import { badField } from '../errors.ts';
import type { Schedule } from './lot.ts';

export type OpenState = 'open' | 'closed' | 'unknown';

export const OPENING_HOURS_LENGTH_MAX = 255;
const SCHEDULES_KEPT_MAX = 2_000;
const MINUTE_MS = 60_000;
/** The library's mode for values that are spans of time, not single instants. */
const TIME_RANGES = 0;

/** The library takes a missing country for Germany; this code has no holidays in it. */
const NO_COUNTRY = 'zz';
const HOLIDAY_TOKEN = /\b(PH|SH)\b/;
/** Sunrise would be reckoned in the zone of this machine. */
const SUN_TOKEN = /\b(sunrise|sunset|dawn|dusk)\b/;

type Reader = { hours: OpeningHours | undefined; minute: number; state: OpenState };
const readers = new Map<string, Reader>();

/**
 * Whether a lot is open at an instant (milliseconds since 1970, UTC), by the rules of the OSM key
 * opening_hours in the lot's zone. A lot without hours never closes. `unknown`: the hours say so,
 * or they hang on the sun, or on holidays nobody has listed for the lot's country.
 */
export function openState(schedule: Schedule, instant: number): OpenState {
  if (schedule.opening_hours === null) return 'open';
  const key = JSON.stringify([
    schedule.opening_hours,
    schedule.timezone,
    schedule.country,
    schedule.state,
  ]);
  const reader = readers.get(key) ?? keepReader(key, schedule);
  const minute = Math.floor(instant / MINUTE_MS);
  if (reader.minute !== minute) {
    reader.state = evaluate(reader.hours, new TZDate(instant, schedule.timezone));
    reader.minute = minute;
  }
  return reader.state;
}

const validValues = new Set<string>();

/** Errors: BAD_REQUEST naming opening_hours when `value` is not OSM syntax. */
export function checkOpeningHours(value: string): void {
  // Reading one takes about a millisecond, and the lots of a file share few.
  if (validValues.has(value)) return;
  if (value.length > OPENING_HOURS_LENGTH_MAX)
    throw badField('opening_hours', `must have at most ${OPENING_HOURS_LENGTH_MAX} characters`);
  try {
    new OpeningHours(value, null, TIME_RANGES);
  } catch (error) {
    throw badField('opening_hours', String(error).split('\n', 1)[0] ?? 'not OSM syntax');
  }
  if (validValues.size >= SCHEDULES_KEPT_MAX) validValues.clear();
  validValues.add(value);
}

function evaluate(hours: OpeningHours | undefined, local: TZDate): OpenState {
  return hours === undefined ? 'unknown' : hours.getStateString(local, true);
}

function keepReader(key: string, schedule: Schedule): Reader {
  const oldest = readers.size >= SCHEDULES_KEPT_MAX ? readers.keys().next().value : undefined;
  if (oldest !== undefined) readers.delete(oldest);
  const reader: Reader = { hours: parse(schedule), minute: Number.NaN, state: 'unknown' };
  readers.set(key, reader);
  return reader;
}

function parse(schedule: Schedule): OpeningHours | undefined {
  const value = schedule.opening_hours ?? '24/7';
  if (SUN_TOKEN.test(value)) return undefined;
  if (HOLIDAY_TOKEN.test(value) && schedule.country === null) return undefined;
  const address = {
    country_code: schedule.country?.toLowerCase() ?? NO_COUNTRY,
    state: schedule.state ?? '',
  };
  try {
    return new OpeningHours(value, { lat: 0, lon: 0, address }, TIME_RANGES);
  } catch {
    return undefined;
  }
}
