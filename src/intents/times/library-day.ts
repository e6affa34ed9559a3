import { en } from 'chrono-node';
import { dayOf, offsetAt, type TimeContext } from './local-time.ts';

/** Month first where the United States and their neighbour keep time, date first elsewhere. */
const MONTH_FIRST_ZONES = new Set(
  ['US', 'CA', 'PR'].flatMap((country) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
);

/** Whether `11/25` is how people write the 25th of November there. */
export function isMonthFirst(timezone: string): boolean {
  return MONTH_FIRST_ZONES.has(timezone);
}

/** The day that the date library reads from the whole of a phrase in words. */
export function dayByLibrary(phrase: string, context: TimeContext): number | undefined {
  // The library computes in a fixed offset: right for the date of now, and no clock is asked of it.
  const reference = { instant: context.now, timezone: offsetAt(context.now, context.timezone) };
  const forwardDate = !phrase.startsWith('last ');
  const [result] = en.GB.parse(phrase, reference, { forwardDate });
  if (result === undefined || result.text.length !== phrase.length) return undefined;
  const year = result.start.get('year');
  const month = result.start.get('month');
  const date = result.start.get('day');
  return year === null || month === null || date === null ? undefined : dayOf(year, month, date);
}
