import { en } from 'chrono-node';
import { dayOf, offsetAt, type TimeContext } from './local-time.ts';

/** Month first where the United States and their neighbour keep time, date first elsewhere. */
const MONTH_FIRST_ZONES = new Set(
  ['US', 'CA', 'PR'].flatMap((country) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
);

/** The day that the date library reads from the whole of a phrase. */
export function dayByLibrary(
  phrase: string,
  isDateFirst: boolean,
  context: TimeContext,
): number | undefined {
  const library = !isDateFirst && MONTH_FIRST_ZONES.has(context.timezone) ? en.casual : en.GB;
  // The library reckons in a fixed offset: right for the date of now, and no clock is asked of it.
  const reference = { instant: context.now, timezone: offsetAt(context.now, context.timezone) };
  const forwardDate = !phrase.startsWith('last ');
  const [result] = library.parse(phrase, reference, { forwardDate });
  if (result === undefined || result.text.length !== phrase.length) return undefined;
  const year = result.start.get('year');
  const month = result.start.get('month');
  const date = result.start.get('day');
  return year === null || month === null || date === null ? undefined : dayOf(year, month, date);
}
