import { daysInWeek } from 'date-fns/constants';
import { anyOf } from '../text/pattern.ts';
import { spanOf } from '../text/span.ts';
import { isLengthOfStay } from './read-durations.ts';
import { matchesOf, type StatedMark } from './time-mark.ts';

const WEEKDAY = `${anyOf(
  'mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?',
  'fri(?:day)?|sat(?:urday)?|sun(?:day)?',
)}s?`;
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
/** Not a weekday: `the sun`, `he sat`. */
const NO_WEEKDAY = /^s(?:un|at)$/i;
const NO_WEEKDAY_BEFORE = /\b(?:the|in|of|i|we|he|she) $/i;

/** Every day that the text names relative to today: `tomorrow`, `next Friday`, `in 3 days`. */
export function readRelativeDays(text: string): StatedMark[] {
  return matchesOf(text, RELATIVE).flatMap((match) => relativeDay(text, match) ?? []);
}

function relativeDay(text: string, match: RegExpExecArray): StatedMark | undefined {
  const { ahead, phrase, later, after, count, unit, countOn, unitOn } = match.groups ?? {};
  const span = spanOf(match);
  const isSoFarOn = countOn !== undefined || (ahead !== undefined && /^today$/i.test(phrase ?? ''));
  if (isSoFarOn && isLengthOfStay(text, span.from)) return undefined;
  if (phrase === undefined) {
    const isWeeks = /^week/i.test(unit ?? unitOn ?? '');
    const days = after === undefined ? Number(count ?? countOn) * (isWeeks ? daysInWeek : 1) : 2;
    const stated = { form: 'ahead', days } as const;
    return { ...span, kind: 'day', stated, weekdays: [], isWeekday: false };
  }
  if (NO_WEEKDAY.test(phrase) && NO_WEEKDAY_BEFORE.test(text.slice(0, span.from).slice(-5)))
    return undefined;
  if (/days$/i.test(phrase)) return { ...span, kind: 'problem', problem: 'recurring' };
  const further = later ?? ahead ?? '';
  const weeks = /fortnight/i.test(further) ? 2 : Number(further !== '');
  const isWeekday = weeks === 0 && !/ |^(?:today|tomorrow|yesterday)$/i.test(phrase);
  const plain = phrase.toLowerCase().replace(/coming |s$/g, '');
  const stated = { form: 'relative', phrase: plain, weeksLater: weeks } as const;
  return { ...span, kind: 'day', stated, weekdays: [], isWeekday };
}
