import { spanOf } from '../text/span.ts';
import { isDate } from './local-time.ts';
import { type CalendarDate, matchesOf, type StatedMark } from './time-mark.ts';

/** Year first, as in ISO 8601, with any separator. */
const YEAR_FIRST = /(?<![\d/.])(20\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?:T(?=\d)|(?![\d/]))/g;
/** Date first, as is usual everywhere with dots. */
const DATE_FIRST = /(?<![\d/.])(\d{1,2})\.(0?[1-9]|1[0-2])\.((?:20)?\d\d)?(?!\d)/g;
/** Month first or date first. */
const EITHER_ORDER = new RegExp(
  '(?<![\\d/.-])(?!24/7)(\\d{1,2})' +
    '(?:/(\\d{1,2})(?:/((?:20)?\\d\\d))?|-(\\d{1,2})-(20\\d\\d))(?![\\d/-]| ?h)',
  'g',
);

/** Has every date that any year has. */
const LEAP_YEAR = 2028;

/** Every date in figures: `2026-11-25`, `2026/11/25`, `25.11.`, `11/25`. */
export function readNumericDays(text: string): StatedMark[] {
  const yearFirst = matchesOf(text, YEAR_FIRST).map((match) => {
    const [, year = 0, , month = 0, date = 0] = match.map(Number);
    return markOf(match, { year, month, date });
  });
  const dateFirst = matchesOf(text, DATE_FIRST).map((match) => {
    const [, date, month, said] = match;
    return markOf(match, { year: yearOf(said), month: Number(month), date: Number(date) });
  });
  const either = matchesOf(text, EITHER_ORDER).flatMap((match) => {
    const [, first, slashed, shortYear, dashed, longYear] = match;
    const year = yearOf(shortYear ?? longYear);
    const [a, b] = [Number(first), Number(slashed ?? dashed)];
    const isDay = [isDate(LEAP_YEAR, a, b), isDate(LEAP_YEAR, b, a)].some(Boolean);
    // Without a year, it may be a fraction.
    if (year === undefined && !isDay) return [];
    return [markOf(match, { year, month: b, date: a }, { year, month: a, date: b })];
  });
  return [...yearFirst, ...dateFirst, ...either];
}

function markOf(match: RegExpExecArray, date: CalendarDate, monthFirst?: CalendarDate): StatedMark {
  const orders = monthFirst === undefined ? { date } : { date, monthFirst };
  const stated = { form: 'date', ...orders } as const;
  return { ...spanOf(match), kind: 'day', stated, weekdays: [], isWeekday: false };
}

function yearOf(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  return said.length === 2 ? 2000 + Number(said) : Number(said);
}
