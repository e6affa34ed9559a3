import { TZDate } from '@date-fns/tz';
import {
  millisecondsInDay,
  millisecondsInMinute,
  minutesInDay,
  minutesInHour,
} from 'date-fns/constants';

/** A time by the clocks of a zone: days since 1970 and minutes since midnight. */
export type LocalTime = { day: number; minute: number };

/** When and where a text is read; `local` is the time by the clocks there. */
export type TimeContext = { now: Date; local: LocalTime; timezone: string };

/** The number of a date: days since 1970-01-01. Months count from 1. */
export function dayOf(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month - 1, date) / millisecondsInDay);
}

/** Months count from 1. */
export function dateOf(day: number): { year: number; month: number; date: number } {
  const utc = new Date(day * millisecondsInDay);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate() };
}

/** Whether a calendar has this date. Months count from 1. */
export function isDate(year: number, month: number, date: number): boolean {
  const on = dateOf(dayOf(year, month, date));
  return on.month === month && on.date === date;
}

/** The time by the clocks of a zone at an instant, to the minute. */
export function localTimeAt(instant: Date, timezone: string): LocalTime {
  const local = new TZDate(instant.getTime(), timezone);
  return {
    day: dayOf(local.getFullYear(), local.getMonth() + 1, local.getDate()),
    minute: local.getHours() * minutesInHour + local.getMinutes(),
  };
}

/**
 * The instant at which the clocks of a zone show a time; minutes may extend into other days. A time
 * that a clock change skips is moved later by the length of the change. For a time that appears
 * twice, it is the first one.
 */
export function instantAt({ day, minute }: LocalTime, timezone: string): Date {
  const whole = day + Math.floor(minute / minutesInDay);
  const { year, month, date } = dateOf(whole);
  const rest = minute - Math.floor(minute / minutesInDay) * minutesInDay;
  const hour = Math.floor(rest / minutesInHour);
  return new Date(
    new TZDate(year, month - 1, date, hour, rest % minutesInHour, 0, 0, timezone).getTime(),
  );
}

export function minutesBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / millisecondsInMinute);
}
