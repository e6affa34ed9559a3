import { TZDate, tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { badField } from '../errors.ts';

/** How far ahead a day may be. */
export const DAYS_AHEAD_MAX = 365;
/** The zones that are furthest behind and ahead of UTC. */
const HOURS_BEHIND_MAX = 12;
const HOURS_AHEAD_MAX = 14;

/** The first instant of a local day, and the first after it. */
export function instantsOf(day: number, timezone: string): { from: Date; to: Date } {
  return { from: startOf(day, timezone), to: startOf(day + 1, timezone) };
}

function startOf(day: number, timezone: string): Date {
  const date = new Date(day * millisecondsInDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return new Date(new TZDate(year, month, date.getUTCDate(), timezone).getTime());
}

/** Throws BAD_REQUEST naming `date` for a day that can be forecast in no zone on Earth. */
export function checkAnywhere(day: number, nowMs: number): void {
  const todayAt = (hours: number) =>
    Math.floor((nowMs + hours * millisecondsInHour) / millisecondsInDay);
  checkBetween(day, todayAt(-HOURS_BEHIND_MAX), todayAt(HOURS_AHEAD_MAX));
}

/** How many days ahead a day is in a zone. Throws BAD_REQUEST naming `date` otherwise. */
export function daysAhead(day: number, timezone: string, nowMs: number): number {
  const offsetMs = tzOffset(timezone, new Date(nowMs)) * millisecondsInMinute;
  const today = Math.floor((nowMs + offsetMs) / millisecondsInDay);
  checkBetween(day, today, today);
  return day - today;
}

function checkBetween(day: number, earliestToday: number, latestToday: number): void {
  if (day < earliestToday || day > latestToday + DAYS_AHEAD_MAX)
    throw badField('date', `must be from today to ${DAYS_AHEAD_MAX} days ahead, in local time`);
}
