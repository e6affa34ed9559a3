import { en } from 'chrono-node';
import { dayOf, offsetAt, type TimeContext } from './local-time.ts';

/**
 * The month comes first in the time zones of the United States, Canada and Puerto Rico, the date
 * first elsewhere.
 */
const MONTH_FIRST_ZONES = new Set(
  ['US', 'CA', 'PR'].flatMap((country) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
);

/** Whether people there write the 25th of November as `11/25`. */
export function isMonthFirst(timezone: string): boolean {
  return MONTH_FIRST_ZONES.has(timezone);
}

/** The day that the date library reads from the whole of a phrase in words. */
export function dayByLibrary(phrase: string, context: TimeContext): number | undefined {
  // The library computes with a fixed offset. It is right for today, and only a date is asked for.
  const reference = { instant: context.now, timezone: offsetAt(context.now, context.timezone) };
  const forwardDate = !phrase.startsWith('last ');
  const [result] = en.GB.parse(phrase, reference, { forwardDate });
  if (result === undefined || result.text.length !== phrase.length) return undefined;
  const year = result.start.get('year');
  const month = result.start.get('month');
  const date = result.start.get('day');
  return year === null || month === null || date === null ? undefined : dayOf(year, month, date);
}
