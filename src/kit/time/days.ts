import { millisecondsInDay } from 'date-fns/constants';

// Days without a zone, counted from 1970-01-01.

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 19724 -> `2024-01-02` */
export function dateOf(day: number): string {
  return new Date(day * millisecondsInDay).toISOString().slice(0, 10);
}

/** `2024-01-02` -> 19724. The text must be such a date. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / millisecondsInDay;
}

/** `Saturday` */
export function weekdayOf(day: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(day * millisecondsInDay).getUTCDay()] ?? 'Sunday';
}

/** 0 for a Monday, 6 for a Sunday. */
export function daysSinceMonday(day: number): number {
  return (new Date(day * millisecondsInDay).getUTCDay() + 6) % WEEKDAYS.length;
}
