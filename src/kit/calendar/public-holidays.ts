import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import Holidays from 'date-holidays';
import { LRUCache } from 'lru-cache';
import { stateCode } from './state-codes.ts';

/** The place of a lot: an ISO 3166-1 code, and a state as people write it. */
export type HolidayPlace = { country: string | null; state: string | null };

/** A local day, counted from 1970-01-01, and what people there call its holiday. */
type NamedDay = [day: number, name: string];

/** Years of a place that were asked for last; some 2 kB each. */
const YEARS_KEPT = 4_000;
/** The longest holiday of the package has six days. */
const HOLIDAY_DAYS_MAX = 7;
/**
 * A day is a holiday when it is one at three in the afternoon. So half days count: they begin
 * between noon and two. Evenings do not: where days begin at sunset, a holiday begins at 18:00 of
 * the day before, and a few places have holidays in the evening only.
 */
const AFTERNOON_MS = 15 * millisecondsInHour;

const years = new LRUCache<string, readonly NamedDay[]>({ max: YEARS_KEPT });

/**
 * The public holidays among the local days `[fromDay, toDay)` of a place, by day, both counted from
 * 1970-01-01. Their names are in the language of the place. Holidays of a state count only where
 * the state is known; without a known country there are none. Days on which work is off instead of
 * a holiday at a weekend are holidays, too, as is the day at the weekend. The first call for a year
 * of a place takes up to 50 ms (Taiwan), mostly 1 or 2 ms.
 */
export function publicHolidays(
  place: HolidayPlace,
  fromDay: number,
  toDay: number,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const country = place.country?.toUpperCase() ?? '';
  // The package reads more than a country from other texts.
  if (!/^[A-Z]{2}$/.test(country)) return found;
  const state = place.state === null ? null : stateCode(country, place.state);
  for (let year = yearOf(fromDay - HOLIDAY_DAYS_MAX); year <= yearOf(toDay - 1); year += 1)
    for (const [day, name] of holidaysOf(country, state, year))
      if (day >= fromDay && day < toDay && !found.has(day)) found.set(day, name);
  return found;
}

/** The days of all holidays that begin in a year. */
function holidaysOf(country: string, state: string | null, year: number): readonly NamedDay[] {
  const key = `${country} ${state} ${year}`;
  const kept = years.get(key);
  if (kept !== undefined) return kept;
  const days = readYear(state === null ? { country } : { country, state }, year);
  years.set(key, days);
  return days;
}

/**
 * The package writes the times of a place as instants of the zone that it is given: as if the
 * clocks there showed UTC, each day has 24 hours. It computes in the zone of this machine, whose
 * clock changes may move a time by an hour, but no afternoon into another day. Holidays of all
 * types are computed, because some are moved by others that are not public.
 */
function readYear(place: { country: string; state?: string }, year: number): NamedDay[] {
  return new Holidays(place, { timezone: 'UTC' })
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .flatMap(({ start, end, name }) => {
      const first = firstAfternoon(start);
      const count = Math.max(0, firstAfternoon(end) - first);
      return Array.from({ length: count }, (_, i): NamedDay => [first + i, name]);
    });
}

/** The first day whose afternoon is not before an instant. */
function firstAfternoon(instant: Date): number {
  return Math.ceil((instant.getTime() - AFTERNOON_MS) / millisecondsInDay);
}

function yearOf(day: number): number {
  return new Date(day * millisecondsInDay).getUTCFullYear();
}
