import { tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { type HolidayPlace, publicHolidays } from '../../kit/calendar/public-holidays.ts';

/** Where a lot is, which its clocks and its holidays follow from. */
export type LotPlace = HolidayPlace & { timezone: string };

/** A time by the clocks of the lot: days since 1970-01-01 and started minutes since midnight. */
export type LocalMinute = { day: number; minute: number };

/** Days of a zone that were asked for last; some 100 bytes each. */
const DAYS_KEPT = 20_000;
/** Clocks are changed at whole quarters of an hour. */
const QUARTER_MS = 15 * millisecondsInMinute;

/** The time that the clocks of a zone show at an instant, milliseconds since 1970. */
export function localMinuteAt(timezone: string, atMs: number): LocalMinute {
  const shownMs = atMs + offsetMs(timezone, atMs);
  const day = Math.floor(shownMs / millisecondsInDay);
  return { day, minute: Math.floor((shownMs - day * millisecondsInDay) / millisecondsInMinute) };
}

/**
 * The instant after `atMs` at which the clocks show one of these minutes of a day (ascending, the
 * last one is midnight, 1440), or at which they are changed, if that is earlier.
 */
export function nextShown(timezone: string, atMs: number, minutes: readonly number[]): number {
  const offset = offsetMs(timezone, atMs);
  const shownMs = atMs + offset;
  const sinceMidnightMs = shownMs - Math.floor(shownMs / millisecondsInDay) * millisecondsInDay;
  const next = minutes.find((minute) => minute * millisecondsInMinute > sinceMidnightMs) ?? 0;
  const shown = atMs - sinceMidnightMs + next * millisecondsInMinute;
  if (offsetMs(timezone, shown) === offset) return shown;
  let quarter = (Math.floor(atMs / QUARTER_MS) + 1) * QUARTER_MS;
  while (quarter < shown && offsetMs(timezone, quarter) === offset) quarter += QUARTER_MS;
  return Math.min(quarter, shown);
}

/** Whether a local day is a public holiday there; none is known where no country is. */
export function isHoliday(place: HolidayPlace, day: number): boolean {
  return publicHolidays(place, day, day + 1).has(day);
}

/**
 * Whether clocks run ahead of UTC by the same milliseconds all day (UTC): finding out takes
 * microseconds, and the days of many stays are few.
 */
const steadyDays = new LRUCache<string, { offsetMs: number; isSteady: boolean }>({
  max: DAYS_KEPT,
});

function offsetMs(timezone: string, atMs: number): number {
  const day = Math.floor(atMs / millisecondsInDay);
  const key = `${timezone} ${day}`;
  let found = steadyDays.get(key);
  if (found === undefined) {
    const offset = computedOffsetMs(timezone, day * millisecondsInDay);
    const next = computedOffsetMs(timezone, (day + 1) * millisecondsInDay);
    found = { offsetMs: offset, isSteady: offset === next };
    steadyDays.set(key, found);
  }
  return found.isSteady ? found.offsetMs : computedOffsetMs(timezone, atMs);
}

function computedOffsetMs(timezone: string, atMs: number): number {
  return tzOffset(timezone, new Date(atMs)) * millisecondsInMinute;
}
