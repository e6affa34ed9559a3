import { anyOf, MONTH } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import { dayByLibrary } from './library-day.ts';
import { dateOf, type TimeContext } from './local-time.ts';
import { readNumericDays, YEARLESS_DAYS_MAX } from './read-numeric-days.ts';
import { matchesOf, type TimeMark } from './time-mark.ts';

const DATE = '([0-2]?\\d|3[01])(?:st|nd|rd|th|\\.)?';
const YEAR = '(?:,? (20\\d\\d)(?![:\\d]))?';

/** Days with a name that is known everywhere. */
const NAMED: Readonly<Record<string, string>> = {
  "new year's eve": '31 december',
  "new year's day": '1 january',
  'christmas eve': '24 december',
  'christmas day': '25 december',
  'boxing day': '26 december',
};

/**
 * Dates with the name of a month. `plain` is the form that the date library reads reliably: with
 * the month first, it takes the date for a year.
 */
type Form = { said: RegExp; plain(groups: (string | undefined)[]): string };
const FORMS: readonly Form[] = [
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
    said: new RegExp(`\\b${anyOf(...Object.keys(NAMED))}\\b`, 'gi'),
    plain: ([said = '']) => NAMED[said.toLowerCase()] ?? said,
  },
];

const DAY_OF_MONTH = new RegExp(
  `(?<=\\b${anyOf('the|mon|tues?|wed|thur?s?|fri|sat|sun|\\w{3,6}day')} )` +
    '(\\d{1,2})(?:st|nd|rd|th)(?! \\p{L}+ ?(?:street|avenue|floor|level))',
  'giu',
);

/** Every date of a month recurs within two months. */
const DATE_RETURNS_DAYS = 62;

/**
 * Every date in the text: `20 November`, `11/25`, `the 3rd`; one that is on no calendar is a
 * problem.
 */
export function readWrittenDays(text: string, context: TimeContext): TimeMark[] {
  const whole = FORMS.flatMap((form) =>
    matchesOf(text, form.said).map((match) => writtenDay(match, form, context)),
  );
  const dates = matchesOf(text, DAY_OF_MONTH).flatMap((match): TimeMark[] => {
    const day = nextDate(Number(match[1]), context.local.day);
    return day === undefined ? [] : [{ ...spanOf(match), kind: 'day', day, isWeekday: false }];
  });
  return [...readNumericDays(text, context), ...whole, ...dates];
}

function writtenDay(match: RegExpExecArray, { plain }: Form, context: TimeContext): TimeMark {
  const span: Span = spanOf(match);
  const date = plain([...match]);
  const day = dayByLibrary(date, context);
  if (day === undefined) return { ...span, kind: 'problem', problem: 'impossible' };
  const isYearless = !/\d{4}/.test(date);
  if (isYearless && day - context.local.day > YEARLESS_DAYS_MAX)
    return { ...span, kind: 'problem', problem: 'past' };
  return { ...span, kind: 'day', day, isWeekday: false };
}

/** The next day from today on with this date. */
function nextDate(date: number, today: number): number | undefined {
  for (let day = today; day < today + DATE_RETURNS_DAYS; day += 1)
    if (dateOf(day).date === date) return day;
  return undefined;
}
