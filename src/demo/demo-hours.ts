import { TZDate } from '@date-fns/tz';
import { CITY, HISTORY_DAYS } from './city.ts';

/** One hour of the city's past, with the wall clock it had. */
export type DemoHour = { startMs: number; weekday: number; hour: number };

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The hours from HISTORY_DAYS days before the day of `now` (UTC) to the end of that day. They
 * depend on the day alone, so that everything made from them does too.
 */
export function demoHours(now: Date): DemoHour[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: (HISTORY_DAYS + 1) * 24 }, (_, i) => {
    const startMs = today - HISTORY_DAYS * DAY_MS + i * HOUR_MS;
    const local = new TZDate(startMs, CITY.timezone);
    return { startMs, weekday: local.getDay(), hour: local.getHours() };
  });
}
