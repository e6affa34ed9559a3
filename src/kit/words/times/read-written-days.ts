import { anyOf, MONTH } from '../text/pattern.ts';
import { spanOf } from '../text/span.ts';
import { readNumericDays } from './read-numeric-days.ts';
import { matchesOf, type StatedDay, type StatedMark } from './time-mark.ts';

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

const DATE_MAX = 31;

/** Every date in the text: `20 November`, `11/25`, `the 3rd`. */
export function readWrittenDays(text: string): StatedMark[] {
  const whole = FORMS.flatMap(({ said, plain }) =>
    matchesOf(text, said).map((match) => {
      const date = plain([...match]);
      return dayMark(match, { form: 'written', date });
    }),
  );
  const dates = matchesOf(text, DAY_OF_MONTH).flatMap((match) => {
    const date = Number(match[1]);
    return date >= 1 && date <= DATE_MAX ? [dayMark(match, { form: 'date', date })] : [];
  });
  return [...readNumericDays(text), ...whole, ...dates];
}

function dayMark(match: RegExpExecArray, stated: StatedDay): StatedMark {
  return { ...spanOf(match), kind: 'day', stated, weekdays: [], isWeekday: false };
}
