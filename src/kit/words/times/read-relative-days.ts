import { daysInWeek } from 'date-fns/constants';
import { anyOf } from '../text/pattern.ts';
import { spanOf } from '../text/span.ts';
import { isLengthOfStay } from './read-durations.ts';
import { matchesOf, type StatedMark, type WhichWeekday } from './time-mark.ts';

const WEEKDAY = `${anyOf(
  'mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?',
  'fri(?:day)?|sat(?:urday)?|sun(?:day)?',
)}s?`;
const NEAR_DAY = '(?<near>today|tomorrow|yesterday)';
const RELATIVE = new RegExp(
  `\\b${anyOf(
    '(?:(?<ahead>(?:a|1) week|(?:a|1) fortnight) (?:on |from )?)?' +
      `(?:(?:(?<which>next|this|last) )?(?<coming>coming )?(?<weekday>${WEEKDAY})|${NEAR_DAY})` +
      '(?: (?<later>week|fortnight)\\b)?',
    '(?<after>(?:the )?day after tomorrow)',
    'in (?<count>\\d{1,3}) (?<unit>days?|weeks?)',
    '(?<countOn>\\d{1,3}) (?<unitOn>days?|weeks?) from (?:now|today)',
  )}(?!\\p{L}|-(?!${WEEKDAY}\\b)\\p{L})`,
  'giu',
);
const DAYS_AFTER_TODAY: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
/** Not a weekday: `the sun`, `he sat`. */
const NO_WEEKDAY = /^s(?:un|at)$/i;
const NO_WEEKDAY_BEFORE = /\b(?:the|in|of|i|we|he|she) $/i;

/** Every day that the text names relative to today: `tomorrow`, `next Friday`, `in 3 days`. */
export function readRelativeDays(text: string): StatedMark[] {
  return matchesOf(text, RELATIVE).flatMap((match) => relativeDay(text, match) ?? []);
}

function relativeDay(text: string, match: RegExpExecArray): StatedMark | undefined {
  const { ahead, near, weekday, later, countOn } = match.groups ?? {};
  const span = spanOf(match);
  const isSoFarOn = countOn !== undefined || (ahead !== undefined && /^today$/i.test(near ?? ''));
  if (isSoFarOn && isLengthOfStay(text, span.from)) return undefined;
  const further = later ?? ahead ?? '';
  const weeksLater = /fortnight/i.test(further) ? 2 : Number(further !== '');
  if (weekday !== undefined) return weekdayMark(text, match, weekday, weeksLater);
  const stated = { form: 'ahead', days: daysAhead(match) + weeksLater * daysInWeek } as const;
  return { ...span, kind: 'day', stated, weekdays: [], isWeekday: false };
}

function daysAhead({ groups = {} }: RegExpExecArray): number {
  const { near, after, count, unit, countOn, unitOn } = groups;
  if (near !== undefined) return DAYS_AFTER_TODAY[near.toLowerCase()] ?? 0;
  if (after !== undefined) return 2;
  const isWeeks = /^week/i.test(unit ?? unitOn ?? '');
  return Number(count ?? countOn) * (isWeeks ? daysInWeek : 1);
}

function weekdayMark(
  text: string,
  match: RegExpExecArray,
  name: string,
  weeksLater: number,
): StatedMark | undefined {
  const span = spanOf(match);
  const { which, coming } = match.groups ?? {};
  const isPlain = which === undefined && coming === undefined;
  if (
    NO_WEEKDAY.test(name) &&
    isPlain &&
    NO_WEEKDAY_BEFORE.test(text.slice(0, span.from).slice(-5))
  )
    return undefined;
  if (/days$/i.test(name)) return { ...span, kind: 'problem', problem: 'recurring' };
  const weekday = WEEKDAYS.indexOf(name.slice(0, 2).toLowerCase());
  const stated = { form: 'weekday', weekday, which: whichOf(which, coming), weeksLater } as const;
  return { ...span, kind: 'day', stated, weekdays: [], isWeekday: isPlain && weeksLater === 0 };
}

/** `this friday` is the first one from today on; `this coming friday` is not today. */
function whichOf(which: string | undefined, coming: string | undefined): WhichWeekday {
  if (/^next$/i.test(which ?? '')) return 'next';
  if (/^last$/i.test(which ?? '')) return 'last';
  return coming === undefined ? 'first' : 'coming';
}
