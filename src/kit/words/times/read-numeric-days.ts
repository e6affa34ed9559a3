import { spanOf } from '../text/span.ts';
import { isMonthFirst } from './library-day.ts';
import { dateOf, dayOf, type TimeContext } from './local-time.ts';
import { matchesOf, type TimeMark } from './time-mark.ts';

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

/** A date without a year that is this many days ahead means the one that has just passed. */
export const YEARLESS_DAYS_MAX = 330;
/**
 * When one of the two orders gives a date this near and the other does not, the near one is meant.
 */
const NEAR_DAYS_MAX = 31;

/** Every date in figures: `2026-11-25`, `2026/11/25`, `25.11.`, `11/25`. */
export function readNumericDays(text: string, context: TimeContext): TimeMark[] {
  const yearFirst = matchesOf(text, YEAR_FIRST).map((match) => {
    const [, year = 0, , month = 0, date = 0] = match.map(Number);
    return markOf(match, [dayIn(year, month, date, context)], year, context);
  });
  const dateFirst = matchesOf(text, DATE_FIRST).map((match) => {
    const [, date, month, said] = match;
    const year = yearOf(said);
    return markOf(match, [dayIn(year, Number(month), Number(date), context)], year, context);
  });
  const either = matchesOf(text, EITHER_ORDER).flatMap((match) => {
    const [, first, slashed, shortYear, dashed, longYear] = match;
    const year = yearOf(shortYear ?? longYear);
    const [a, b] = [Number(first), Number(slashed ?? dashed)];
    const days = [dayIn(year, a, b, context), dayIn(year, b, a, context)];
    if (!isMonthFirst(context.timezone)) days.reverse();
    // It may be a fraction.
    if (year === undefined && days.every((day) => day === undefined)) return [];
    return [markOf(match, days, year, context)];
  });
  return [...yearFirst, ...dateFirst, ...either];
}

/** `days` are the possible days, by the usual order of the place first. */
function markOf(
  match: RegExpExecArray,
  days: readonly (number | undefined)[],
  year: number | undefined,
  { local }: TimeContext,
): TimeMark {
  const farthest = year === undefined ? YEARLESS_DAYS_MAX : Number.POSITIVE_INFINITY;
  const span = spanOf(match);
  const isNear = (day: number) => day >= local.day && day <= local.day + NEAR_DAYS_MAX;
  const [usual, other] = [...new Set(days)].filter((day) => day !== undefined);
  if (usual === undefined) return { ...span, kind: 'problem', problem: 'impossible' };
  if (other !== undefined && isNear(other))
    return { ...span, kind: 'problem', problem: 'ambiguous' };
  if (usual - local.day > farthest) return { ...span, kind: 'problem', problem: 'past' };
  return { ...span, kind: 'day', day: usual, isWeekday: false };
}

function yearOf(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  return said.length === 2 ? 2000 + Number(said) : Number(said);
}

/** The day of a date; without a year, the next one from today on. undefined: there is none. */
function dayIn(
  year: number | undefined,
  month: number,
  date: number,
  { local }: TimeContext,
): number | undefined {
  const thisYear = dateOf(local.day).year;
  const years = year === undefined ? [thisYear, thisYear + 1] : [year];
  const days = years.map((one) => dayOf(one, month, date));
  const isReal = (day: number) => dateOf(day).month === month && dateOf(day).date === date;
  return days.find((day) => isReal(day) && (year !== undefined || day >= local.day));
}
