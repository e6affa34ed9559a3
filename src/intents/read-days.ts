import { en } from 'chrono-node';
import { dateOf, dayOf, offsetAt, type TimeContext } from './local-time.ts';
import { type Span, spanOf } from './mapped-text.ts';
import { anyOf } from './pattern.ts';
import { type TimeMark, withoutOverlaps } from './time-mark.ts';

const MONTH = `(${anyOf(
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
)})\\.?`;
const WEEKDAY = `${anyOf(
  'mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?',
  'fri(?:day)?|sat(?:urday)?|sun(?:day)?',
)}s?`;
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
    said: new RegExp(`(?<![\\d:.])(?:the )?${DATE}(?: of)? ${MONTH}(?![\\p{L}])${YEAR}`, 'giu'),
    plain: ([, date, month, year = '']) => `${date} ${month} ${year}`.trim(),
  },
  {
    said: new RegExp(`\\b${MONTH} (?:the )?${DATE}(?!\\d|[:.,]\\d| ?[ap]m)${YEAR}`, 'gi'),
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
    said: /\b(?:new year's (?:eve|day)|christmas (?:eve|day)|boxing day)\b/gi,
    plain: ([said = '']) => NAMED[said.toLowerCase()] ?? said,
  },
];

const DAY_OF_MONTH = /\bthe (\d{1,2})(?:st|nd|rd|th)(?! \p{L}+ ?(?:street|avenue|floor|level))/giu;
const RELATIVE = new RegExp(
  `\\b${anyOf(
    '(?:(?<ahead>(?:a|1) week|(?:a|1) fortnight) (?:on |from )?)?' +
      `(?<phrase>(?:(?:next|this|last) )?(?:coming )?${WEEKDAY}|today|tomorrow|yesterday)` +
      '(?: (?<later>week|fortnight)\\b)?',
    '(?<after>(?:the )?day after tomorrow)',
    'in (?<count>\\d{1,3}) (?<unit>days?|weeks?)',
    '(?<countOn>\\d{1,3}) (?<unitOn>days?|weeks?) from (?:now|today)',
  )}(?!\\p{L}|-(?!${WEEKDAY}\\b)\\p{L})`,
  'giu',
);
/** `sun` in the sky, and who `sat` there. */
const NO_WEEKDAY = /^s(?:un|at)$/i;
const NO_WEEKDAY_BEFORE = /\b(?:the|in|of|i|we|he|she) $/i;

/** Month first where the United States and their neighbour keep time, date first elsewhere. */
const MONTH_FIRST_ZONES = new Set(
  ['US', 'CA', 'PR'].flatMap((country) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
);
/** A date without a year that lies so far ahead is the one that has just passed. */
const YEARLESS_DAYS_MAX = 330;
/** Every date comes again within two months. */
const DATE_RETURNS_DAYS = 62;
/** More days of one form are no request of anyone. */
const DAYS_MAX = 12;
const DAYS_PER_WEEK = 7;

/** Every day in the text, as the zone has them now; dates that no calendar has are impossible. */
export function readDays(text: string, context: TimeContext): TimeMark[] {
  const find = (said: RegExp) => [...text.matchAll(said)].slice(0, DAYS_MAX);
  const written = FORMS.flatMap((form) =>
    find(form.said).flatMap((match) => writtenDay(match, form, context) ?? []),
  );
  const dates = find(DAY_OF_MONTH).flatMap((match): TimeMark[] => {
    const day = nextDate(Number(match[1]), context.local.day);
    return day === undefined ? [] : [{ ...spanOf(match), kind: 'day', day, isWeekday: false }];
  });
  const relative = find(RELATIVE).flatMap((match) => relativeDay(text, match, context) ?? []);
  return withoutWeekdays(text, withoutOverlaps([...written, ...dates, ...relative]));
}

/** `Friday, 20 November` is one day; where the weekday is not that of the date, it is none. */
function withoutWeekdays(text: string, marks: readonly TimeMark[]): TimeMark[] {
  const isBeside = (a: Span, b: Span) =>
    /^,? (?:the )?$/.test(text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)));
  return marks.flatMap((mark): TimeMark[] => {
    if (mark.kind !== 'day') return [mark];
    const other = marks.find((one) => one !== mark && one.kind === 'day' && isBeside(mark, one));
    if (other?.kind !== 'day' || mark.isWeekday === other.isWeekday) return [mark];
    const isSame = (mark.day - other.day) % DAYS_PER_WEEK === 0;
    if (!isSame) return [{ from: mark.from, to: mark.to, kind: 'impossible' }];
    return mark.isWeekday ? [] : [mark];
  });
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

function relativeDay(
  text: string,
  match: RegExpExecArray,
  context: TimeContext,
): TimeMark | undefined {
  const { ahead, phrase, later, after, count, unit, countOn, unitOn } = match.groups ?? {};
  const span = spanOf(match);
  if (phrase === undefined) {
    const isWeeks = /^week/i.test(unit ?? unitOn ?? '');
    const days = after === undefined ? Number(count ?? countOn) * (isWeeks ? DAYS_PER_WEEK : 1) : 2;
    return { ...span, kind: 'day', day: context.local.day + days, isWeekday: false };
  }
  if (NO_WEEKDAY.test(phrase) && NO_WEEKDAY_BEFORE.test(text.slice(0, span.from).slice(-5)))
    return undefined;
  const day = dayByLibrary(phrase.toLowerCase().replace(/coming |s$/g, ''), false, context);
  if (day === undefined) return undefined;
  const further = later ?? ahead ?? '';
  const weeks = /fortnight/i.test(further) ? 2 : Number(further !== '');
  const isWeekday = weeks === 0 && !/ |^(?:today|tomorrow|yesterday)$/i.test(phrase);
  return { ...span, kind: 'day', day: day + weeks * DAYS_PER_WEEK, isWeekday };
}

/** The day that the date library reads from the whole of a phrase. */
function dayByLibrary(
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

/** The next day from today on that has this date. */
function nextDate(date: number, today: number): number | undefined {
  for (let day = today; day < today + DATE_RETURNS_DAYS; day += 1)
    if (dateOf(day).date === date) return day;
  return undefined;
}
