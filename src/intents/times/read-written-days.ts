import { anyOf, MONTH } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import { dayByLibrary } from './library-day.ts';
import { dateOf, type TimeContext } from './local-time.ts';
import { matchesOf, type TimeMark } from './time-mark.ts';

const DATE = '([0-2]?\\d|3[01])(?:st|nd|rd|th|\\.)?';
const YEAR = '(?:,? (20\\d\\d)(?![:\\d]))?';

/** Days that have a name everywhere. */
const NAMED: Readonly<Record<string, string>> = {
  "new year's eve": '31 december',
  "new year's day": '1 january',
  'christmas eve': '24 december',
  'christmas day': '25 december',
  'boxing day': '26 december',
};

/**
 * Dates that are written out. `plain` is how the date library reads them without a guess: of a
 * month before its date it takes the date for a year, and of dots it knows nothing.
 */
type Form = { said: RegExp; plain(groups: (string | undefined)[]): string; isDateFirst?: boolean };
const FORMS: readonly Form[] = [
  { said: /\b20\d\d-\d{1,2}-\d{1,2}(?=T\d|\b)/g, plain: ([said = '']) => said },
  {
    said: new RegExp(
      `(?<![\\d:.])(?:the )?${DATE}(?: of)? ?(${MONTH})\\.?(?![\\p{L}])${YEAR}`,
      'giu',
    ),
    plain: ([, date, month, year = '']) => `${date} ${month} ${year}`.trim(),
  },
  {
    said: new RegExp(`\\b(${MONTH})\\.? (?:the )?${DATE}(?!\\d|[:.,]\\d| ?[ap]m)${YEAR}`, 'gi'),
    plain: ([, month, date, year = '']) => `${date} ${month} ${year}`.trim(),
  },
  {
    said: /(?<![\d/.])(?!24\/7)(\d{1,2}\/\d{1,2}(?:\/(?:20)?\d\d)?)(?![\d/]| ?h)/g,
    plain: ([said = '']) => said,
  },
  {
    said: /(?<![\d/.])(\d{1,2})\.(0?[1-9]|1[0-2])\.((?:20)?\d\d)?(?!\d)/g,
    plain: ([, date, month, year]) => [date, month, year].filter(Boolean).join('/'),
    isDateFirst: true,
  },
  {
    said: new RegExp(`\\b${anyOf(...Object.keys(NAMED))}\\b`, 'gi'),
    plain: ([said = '']) => NAMED[said.toLowerCase()] ?? said,
  },
];

const DAY_OF_MONTH = /\bthe (\d{1,2})(?:st|nd|rd|th)(?! \p{L}+ ?(?:street|avenue|floor|level))/giu;

/** A date without a year that lies so far ahead is the one that has just passed. */
const YEARLESS_DAYS_MAX = 330;
/** Every date comes again within two months. */
const DATE_RETURNS_DAYS = 62;

/** Every date in the text: `20 November`, `11/25`, `the 3rd`; one of no calendar is impossible. */
export function readWrittenDays(text: string, context: TimeContext): TimeMark[] {
  const whole = FORMS.flatMap((form) =>
    matchesOf(text, form.said).flatMap((match) => writtenDay(match, form, context) ?? []),
  );
  const dates = matchesOf(text, DAY_OF_MONTH).flatMap((match): TimeMark[] => {
    const day = nextDate(Number(match[1]), context.local.day);
    return day === undefined ? [] : [{ ...spanOf(match), kind: 'day', day, isWeekday: false }];
  });
  return [...whole, ...dates];
}

function writtenDay(
  match: RegExpExecArray,
  { plain, isDateFirst = false }: Form,
  context: TimeContext,
): TimeMark | undefined {
  const span: Span = spanOf(match);
  const date = plain([...match]);
  const day = futureDay(date, isDateFirst, context);
  // A fraction, perhaps: `3/4`.
  if (day === undefined && /^\d{1,2}\/\d{1,2}$/.test(date)) return undefined;
  const isYearless = !/\d{4}|\/\d{1,2}\//.test(date);
  if (day === undefined || (isYearless && day - context.local.day > YEARLESS_DAYS_MAX))
    return { ...span, kind: 'impossible' };
  return { ...span, kind: 'day', day, isWeekday: false };
}

/** Where one order of day and month is past and the other is not, the other is meant. */
function futureDay(date: string, isDateFirst: boolean, context: TimeContext): number | undefined {
  const day = dayByLibrary(date, isDateFirst, context);
  if (isDateFirst || day === undefined || day >= context.local.day) return day;
  const other = date.replace(/^(\d{1,2})\/(\d{1,2})/, '$2/$1');
  const otherDay = dayByLibrary(other, isDateFirst, context);
  return otherDay !== undefined && otherDay >= context.local.day ? otherDay : day;
}

/** The next day from today on that has this date. */
function nextDate(date: number, today: number): number | undefined {
  for (let day = today; day < today + DATE_RETURNS_DAYS; day += 1)
    if (dateOf(day).date === date) return day;
  return undefined;
}
