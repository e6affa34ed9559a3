import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { anyOf, COUNTED, MONTH } from '../text/pattern.ts';
import { blank, spanOf, TAKEN } from '../text/span.ts';
import { ZONE_LETTERS, zoneOfLetters } from './clock-zones.ts';

import { type Clock, type StatedMark, withoutOverlaps } from './time-mark.ts';

const ZONE = `(?: ?(${ZONE_LETTERS})(?: time)?)?(?![\\p{L}\\d])`;
/** With an offset. A minus after a space is the dash of a window: `2026-11-20 22:00-06:00`. */
const INSTANT = new RegExp(
  '\\b(20\\d\\d-\\d\\d-\\d\\d)(?:' +
    'T(\\d\\d:\\d\\d)(:\\d\\d(?:\\.\\d{1,9})?)? ?(Z|[+-]\\d\\d:?\\d\\d)|' +
    ' (\\d\\d:\\d\\d)(:\\d\\d)? ?(Z|\\+\\d\\d:?\\d\\d))(?![\\d:])',
  'g',
);
const CLOCKS: readonly RegExp[] = [
  new RegExp(`(?<![\\d:.,/$€£])(\\d{1,2})([:.])(\\d\\d)(?::\\d\\d)? ?([ap]m)?${ZONE}`, 'giu'),
  new RegExp(`(?<![\\d:.,/$€£])(\\d{1,2})()()([ap]m)${ZONE}`, 'giu'),
];

/** Replaces a day or a clock time that was read; a number next to one is an hour. */
const TIMED = '\ue002';
const BARE = '([01]?\\d|2[0-4])(?![\\d%$€£\\p{L}]|[:.,/]\\d)';
const NO_SIGN_BEFORE = '(?<![\\p{L}\\d.:$€£/-])';
const DASH = '(?:-|to|until)';
const CUE = anyOf(
  'at|from|between|until|to|by|before|after|about|around|@|-',
  'arriv(?:e|es|ing)|leav(?:e|es|ing)|depart(?:s|ing)?|start(?:s|ing)?|ends?|ending',
);
const SOFT = '(?: (?:at|by|about|around|like|maybe|say))?';
const NEXT_WORD = anyOf(
  'for|until|to|and|or|at|on|in|near|with|from|the|by|is|if|then|so|we|i',
  'please|thx|thanks|need|sharp|tops|max|latest|just|only',
  'pick|leav(?:e|ing)|stay(?:ing)?|cheap|cheapest|covered|ev',
);
/**
 * What may follow an hour without am or pm; before any other word it would be a count or an
 * address.
 */
const FOLLOWING = `(?= ?(?:$|[.,;!?)/${TAKEN}${TIMED}-]| ${NEXT_WORD}(?!\\p{L})))`;
const BARES: readonly RegExp[] = [
  new RegExp(`(?<=(?<![\\p{L}\\d])between (?:about )?)${BARE} and ${BARE}${FOLLOWING}`, 'giu'),
  new RegExp(`(?<=\\bbetween (?:about )?${TIMED}{1,9} and )${BARE}${FOLLOWING}`, 'giu'),
  new RegExp(`${NO_SIGN_BEFORE}${BARE} ?${DASH} ?${BARE}${FOLLOWING}`, 'giu'),
  new RegExp(
    `(?<=${TIMED} ?${DASH}${SOFT} ?)${BARE}(?! ?${anyOf(COUNTED, MONTH)}(?!\\p{L}))`,
    'giu',
  ),
  new RegExp(`(?<=(?<![\\p{L}\\d])${CUE}${SOFT} ?)${BARE}${FOLLOWING}`, 'giu'),
  new RegExp(`(?<=${TIMED} ?(?:,|-)? ?)${BARE}${FOLLOWING}`, 'giu'),
  new RegExp(`${NO_SIGN_BEFORE}${BARE}(?= ?${DASH} ?${TIMED})`, 'giu'),
];

/**
 * Every clock time in the text. `known` are the days that were read before. A number alone is an
 * hour only next to one of these, next to a clock time, in a range, or after a word like `at` or
 * `until`.
 */
export function readClocks(text: string, known: readonly StatedMark[]): StatedMark[] {
  const instants = [...text.matchAll(INSTANT)].map(instantMark);
  const rest = blank(text, [...instants, ...known]);
  const written = CLOCKS.flatMap((pattern) =>
    [...rest.matchAll(pattern)].flatMap((match) => writtenMark(match) ?? []),
  );
  const marks = withoutOverlaps([...instants, ...written]);
  const timed = known.filter((mark) => mark.kind === 'day' || mark.kind === 'part');
  for (const pattern of BARES) {
    const beside = blank(text, [...timed, ...marks], TIMED);
    for (const match of beside.matchAll(pattern)) marks.push(...bareMarks(match));
  }
  const isOf24Hours = marks.some((mark) => mark.kind === 'clock' && isOf24(text, mark));
  return marks.map((mark) =>
    mark.kind === 'clock' && isOf24Hours && !hasHalf(text, mark)
      ? { ...mark, clock: { ...mark.clock, isBare: false } }
      : mark,
  );
}

function instantMark(match: RegExpExecArray): StatedMark {
  const [, date, ...parts] = match;
  const [clock, seconds = '', zone = 'Z'] = parts[0] === undefined ? parts.slice(3) : parts;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const at = new Date(`${date}T${clock}${seconds}${offset}`);
  return Number.isNaN(at.getTime())
    ? { ...spanOf(match), kind: 'problem', problem: 'impossible' }
    : { ...spanOf(match), kind: 'instant', at };
}

function writtenMark(match: RegExpExecArray): StatedMark | undefined {
  const [, hourText = '', sign, minuteText = '', half = '', zone] = match;
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const isOfDay = minute < minutesInHour && (hour < 24 || (hour === 24 && minute === 0));
  const isPossible = isOfDay && !(/^a/i.test(half) && hour > 12);
  if (!isPossible)
    // With a dot it can be any number.
    return sign === '.' && half === ''
      ? undefined
      : { ...spanOf(match), kind: 'problem', problem: 'impossible' };
  const clock: Clock = {
    minute: hourOfDay(hour, half) * minutesInHour + minute,
    isBare: half === '' && isBareHour(hourText),
    timezone: zone === undefined ? null : zoneOfLetters(zone),
  };
  return { ...spanOf(match), kind: 'clock', clock };
}

/** One mark for each number of a match. */
function bareMarks(match: RegExpExecArray): StatedMark[] {
  return [...match[0].matchAll(/\d{1,2}/g)].map((number) => {
    const { from, to } = spanOf(number);
    const minute = Math.min(Number(number[0]) * minutesInHour, minutesInDay);
    const clock = { minute, isBare: isBareHour(number[0]), timezone: null };
    return { from: match.index + from, to: match.index + to, kind: 'clock', clock };
  });
}

/** Whether the hour can also mean 12 hours later. */
function isBareHour(hour: string): boolean {
  return !hour.startsWith('0') && Number(hour) <= 12;
}

function hourOfDay(hour: number, half: string): number {
  if (/^a/i.test(half) && hour === 12) return 0;
  return /^p/i.test(half) && hour < 12 ? hour + 12 : hour;
}

function hasHalf(text: string, { from, to }: StatedMark): boolean {
  return /[ap]m/i.test(text.slice(from, to));
}

/** Whether it is a 24-hour clock time; then the other times of the text are, too. */
function isOf24(text: string, mark: StatedMark & { kind: 'clock' }): boolean {
  if (hasHalf(text, mark)) return false;
  return mark.clock.minute >= 13 * minutesInHour || text.startsWith('0', mark.from);
}
