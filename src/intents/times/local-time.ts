import { TZDate } from '@date-fns/tz';

export const MINUTES_PER_HOUR = 60;
export const MINUTES_PER_DAY = 1440;
export const DAYS_PER_WEEK = 7;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time on the wall of some zone: days since 1970 and minutes since midnight. */
export type LocalTime = { day: number; minute: number };

/** When and where a text is read; `local` is what its clocks show then. */
export type TimeContext = { now: Date; local: LocalTime; timezone: string };

/** The number of a date: days since 1970-01-01. Months count from 1. */
export function dayOf(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month - 1, date) / DAY_MS);
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return new Date(day * DAY_MS).getUTCDay();
}

export function dateOf(day: number): { year: number; month: number; date: number } {
  const utc = new Date(day * DAY_MS);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate() };
}

/** What the clocks of a zone show at an instant, to the minute. */
export function localTimeAt(instant: Date, timezone: string): LocalTime {
  const local = new TZDate(instant.getTime(), timezone);
  return {
    day: dayOf(local.getFullYear(), local.getMonth() + 1, local.getDate()),
    minute: local.getHours() * MINUTES_PER_HOUR + local.getMinutes(),
  };
}

/**
 * When the clocks of a zone show a time; minutes may reach into other days. A time that a clock
 * change skips is as much later as the clocks are moved, of one that comes twice it is the first.
 */
export function instantAt({ day, minute }: LocalTime, timezone: string): Date {
  const whole = day + Math.floor(minute / MINUTES_PER_DAY);
  const { year, month, date } = dateOf(whole);
  const rest = minute - Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
  const hour = Math.floor(rest / MINUTES_PER_HOUR);
  return new Date(
    new TZDate(year, month - 1, date, hour, rest % MINUTES_PER_HOUR, 0, 0, timezone).getTime(),
  );
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

export function minutesBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / MINUTE_MS);
}

/** Minutes a zone is ahead of UTC at an instant. */
export function offsetAt(instant: Date, timezone: string): number {
  return -new TZDate(instant.getTime(), timezone).getTimezoneOffset();
}
