import { TZDate } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { CITY, HISTORY_DAYS } from './city.ts';

/** One hour of the city's past, with its local time. */
export type DemoHour = { startMs: number; weekday: number; hour: number };

/**
 * The hours from HISTORY_DAYS days before the day of `now` (UTC) to the end of that day. They
 * depend only on the day, so everything made from them does, too.
 */
export function demoHours(now: Date): DemoHour[] {
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  return Array.from({ length: (HISTORY_DAYS + 1) * 24 }, (_, i) => {
    const startMs = today - HISTORY_DAYS * millisecondsInDay + i * millisecondsInHour;
    const local = new TZDate(startMs, CITY.timezone);
    return { startMs, weekday: local.getDay(), hour: local.getHours() };
  });
}
