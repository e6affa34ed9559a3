import { TZDate } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { badField } from '../../kit/errors.ts';

/** How far ahead a day may be. */
export const DAYS_AHEAD_MAX = 365;
/** The zones that are furthest behind and ahead of UTC. */
const HOURS_BEHIND_MAX = 12;
const HOURS_AHEAD_MAX = 14;
/** Finding the first instant of a day takes as long as the rest of a small answer. */
const STARTS_KEPT = 10_000;

const startsKept = new LRUCache<string, number>({ max: STARTS_KEPT });

/** The first instant of a local day, and the first after it. */
export function instantsOf(day: number, timezone: string): { from: Date; to: Date } {
  return { from: new Date(startOf(day, timezone)), to: new Date(startOf(day + 1, timezone)) };
}

/** Milliseconds since 1970. */
function startOf(day: number, timezone: string): number {
  const key = `${timezone} ${day}`;
  const known = startsKept.get(key);
  if (known !== undefined) return known;
  const date = new Date(day * millisecondsInDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const start = new TZDate(year, month, date.getUTCDate(), timezone).getTime();
  startsKept.set(key, start);
  return start;
}

/** Throws BAD_REQUEST naming `date` for a day that can be forecast in no zone on Earth. */
export function checkAnywhere(day: number, nowMs: number): void {
  const todayAt = (hours: number) =>
    Math.floor((nowMs + hours * millisecondsInHour) / millisecondsInDay);
  checkBetween(day, todayAt(-HOURS_BEHIND_MAX), todayAt(HOURS_AHEAD_MAX));
}

/** How many days ahead a day is in a zone. Throws BAD_REQUEST naming `date` otherwise. */
export function daysAhead(day: number, timezone: string, nowMs: number): number {
  let today = Math.floor(nowMs / millisecondsInDay);
  if (nowMs < startOf(today, timezone)) today -= 1;
  else if (nowMs >= startOf(today + 1, timezone)) today += 1;
  checkBetween(day, today, today);
  return day - today;
}

function checkBetween(day: number, earliestToday: number, latestToday: number): void {
  if (day < earliestToday || day > latestToday + DAYS_AHEAD_MAX)
    throw badField('date', `must be from today to ${DAYS_AHEAD_MAX} days ahead, in local time`);
}
