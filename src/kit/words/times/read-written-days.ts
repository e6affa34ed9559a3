import { anyOf, MONTH } from '../text/pattern.ts';
import { spanOf } from '../text/span.ts';
import { readNumericDays } from './read-numeric-days.ts';
import { matchesOf, type StatedDay, type StatedMark } from './time-mark.ts';

const DATE = '(?<date>[0-2]?\\d|3[01])(?:st|nd|rd|th|\\.)?';
const MONTH_NAME = `(?<month>${MONTH})`;
const YEAR = '(?:,? (?<year>20\\d\\d)(?![:\\d]))?';

/** Days with a name that is known everywhere: their month and date. */
const NAMED: Readonly<Record<string, readonly [month: number, date: number]>> = {
  "new year's eve": [12, 31],
  "new year's day": [1, 1],
  'christmas eve': [12, 24],
  'christmas day': [12, 25],
  'boxing day': [12, 26],
};
const NAMED_DAY = new RegExp(`\\b${anyOf(...Object.keys(NAMED))}\\b`, 'gi');

/** Dates with the name of a month. */
const DATED = [
  new RegExp(`(?<![\\d:.])(?:the )?${DATE}(?: of)? ?${MONTH_NAME}\\.?(?![\\p{L}])${YEAR}`, 'giu'),
  new RegExp(`\\b${MONTH_NAME}\\.? (?:the )?${DATE}(?!\\d|[:.,]\\d| ?[ap]m)${YEAR}`, 'gi'),
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY_OF_MONTH = new RegExp(
  `(?<=\\b${anyOf('the|mon|tues?|wed|thur?s?|fri|sat|sun|\\w{3,6}day')} )` +
    '(\\d{1,2})(?:st|nd|rd|th)(?! \\p{L}+ ?(?:street|avenue|floor|level))',
  'giu',
);

const DATE_MAX = 31;

/** Every date in the text: `20 November`, `11/25`, `the 3rd`. */
export function readWrittenDays(text: string): StatedMark[] {
  const whole = DATED.flatMap((said) => matchesOf(text, said)).map((match) => {
    const { date, month = '', year } = match.groups ?? {};
    const ofYear = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    return dateMark(match, year === undefined ? undefined : Number(year), ofYear, Number(date));
  });
  const named = matchesOf(text, NAMED_DAY).flatMap((match) => {
    const [month, date] = NAMED[match[0].toLowerCase()] ?? [];
    if (month === undefined || date === undefined) return [];
    return [dateMark(match, undefined, month, date)];
  });
  const dates = matchesOf(text, DAY_OF_MONTH).flatMap((match) => {
    const date = Number(match[1]);
    return date >= 1 && date <= DATE_MAX ? [dayMark(match, { form: 'of-month', date })] : [];
  });
  return [...readNumericDays(text), ...whole, ...named, ...dates];
}

function dateMark(match: RegExpExecArray, year: number | undefined, month: number, date: number) {
  return dayMark(match, { form: 'date', date: { year, month, date } });
}

function dayMark(match: RegExpExecArray, stated: StatedDay): StatedMark {
  return { ...spanOf(match), kind: 'day', stated, weekdays: [], isWeekday: false };
}
