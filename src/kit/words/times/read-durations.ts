import { daysInWeek, minutesInDay, minutesInHour } from 'date-fns/constants';
import { decimalOf } from '../text/measures.ts';
import { anyOf, COUNTED_SPACES } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import type { TimeProblem } from '../wish.ts';
import { type StatedMark, withoutOverlaps } from './time-mark.ts';

const NUMBER = '(\\d{1,5}(?:[.,]\\d{1,2})?|\\.\\d{1,2})';
const UNIT = anyOf(
  'hours?|hrs?|h|minutes?|mins?|days?|weeks?|wks?|nights?',
  '[md](?= |[.,;!?)]|$)',
);
const MINUTES_BY_UNIT: Readonly<Record<string, number>> = {
  h: minutesInHour,
  m: 1,
  d: minutesInDay,
  n: minutesInDay,
  w: daysInWeek * minutesInDay,
};
/** The longest stay: a year. */
export const STAY_MINUTES_MAX = 366 * minutesInDay;
/** Fewer `m` are metres: a height or a distance. */
const MINUTES_AS_M_MIN = 10;

const NO_LETTER = '(?<!\\p{L})';
const NO_MORE = '(?![\\p{L}\\d:])';
const NO_COUNT = `(?! ?(?:${COUNTED_SPACES}|dollars?|%))`;
type Form = readonly [said: string, minutes: (groups: (string | undefined)[]) => number];
/**
 * In `2-3 hours` the longer duration counts. When it is more than twice the shorter, or in `2 or
 * 3`, the length is unclear.
 */
const RANGE_FACTOR_MAX = 2;
/** In the order in which they are tried. */
const FORMS: readonly Form[] = [
  [
    // Without a unit, a number after a duration can count anything: `2 hours, 3 wheelchair spaces`.
    `(?<![\\p{L}\\d.,:])(\\d{1,3})${anyOf(
      ' ?h(?:ours?|rs?)?,? ?(?:and )?(\\d{1,2}) ?m(?:in(?:ute)?s?)?',
      ' ?h ?(\\d{2})',
    )}${NO_MORE}${NO_COUNT}`,
    ([, hours, minutes, digits]) => Number(hours) * minutesInHour + Number(minutes ?? digits),
  ],
  [
    `(?<![\\p{L}\\d])(?:(\\d{1,3})|an?)${anyOf(
      ' and a (half|quarter) hours?',
      ' (?:hours?|hrs?) (?:and|n|&) a (half|quarter)',
    )}${NO_MORE}`,
    ([, hours = '1', before, after]) => Number(hours) * minutesInHour + fractionOf(before ?? after),
  ],
  [
    `(?<![\\p{L}\\d.,:]|\\d )hour and a (half|quarter)${NO_MORE}`,
    ([, fraction]) => minutesInHour + fractionOf(fraction),
  ],
  [`${NO_LETTER}3 quarters? of an? hour${NO_MORE}`, () => 45],
  [
    `${NO_LETTER}(?:an? )?(half|quarter)(?:[ -]an?|[ -]of an?)?[ -](?:hour|hr|h)s?${NO_MORE}`,
    ([, fraction]) => fractionOf(fraction),
  ],
  [`${NO_LETTER}an? (?:hour|hr) or 2${NO_MORE}`, () => Number.NaN],
  [
    `(?<![\\p{L}\\d.,:/])(?:${NUMBER} ?(-|to|or|until) ?)?${NUMBER} ?-? ?(${UNIT})${NO_MORE}`,
    ([, shorter, joint, number = '', unit]) =>
      joint?.toLowerCase() === 'or' ? Number.NaN : longerOf(shorter, number) * minutesOf(unit),
  ],
  [
    `(?<!\\p{L}|per |\\/)(?:an?|1|the next) (hour|hr|minute|min|day|week|night)${NO_MORE}` +
      '(?! (?:pass|ticket|rate))',
    ([, unit]) => minutesOf(unit),
  ],
  [`${NO_LETTER}(?:a|1) fortnight${NO_MORE}`, () => 2 * daysInWeek * minutesInDay],
];
const PATTERNS = FORMS.map(([pattern, minutes]) => [new RegExp(pattern, 'giu'), minutes] as const);

const SOFT = 'about|around|like|approx(?:imately)?|roughly|another|maybe|just|say';
const SOFT_WORDS = `(?: ${anyOf(SOFT)})*`;
/** Before a duration after which the stay begins: `in 2 hours`, `ETA 10 min`. */
const OFFSET_BEFORE = new RegExp(
  `\\b${anyOf('in|after|eta|arriv(?:e|ing|al)|away|there', "(?:i|we)(?:'?ll| will) be?")}` +
    `${SOFT_WORDS}:? ?$`,
  'i',
);
const OFFSET_AFTER = new RegExp(
  `^,? ?${anyOf(
    "from now(?! on\\b)|away|out\\b|later|hence|ahead|'? ?time\\b",
    '(?:un)?till? i get there',
  )}`,
  'i',
);
/** Before a duration that is the length of the stay. */
const STAY_BEFORE = new RegExp(
  `\\b(?:for|during)(?: ${anyOf(SOFT, 'exactly|only|at most|up to|the next')})* ?$`,
  'i',
);
const FROM_NOW_AFTER = /^ from now\b/i;
const PAST_AFTER = /^ ago\b/i;
/** Makes a duration one of something else: `24-hour parking`, `every hour`, `an hour by car`. */
const NO_STAY_AFTER = new RegExp(
  `^${anyOf("'? (?:drive|ride|by car)\\b", '\\/7')}|` +
    '^[ -]?(?:parking|garage|car ?park|lot|access|service|open)\\b',
  'i',
);
const NO_STAY_BEFORE = /(?:\b(?:every|each|per|last|this|once|twice|times)|\d ?\/) ?$|\/$/i;
/** `in 10` means minutes. */
const IN_NUMBER = new RegExp(
  `\\bin (?:about |like |around )?(\\d{1,3})(?= ?(?:$|[.,;!?)]| ${anyOf(
    'for|until|and|at|near|to|from|with',
    'please|need|we|i',
  )}\\b))`,
  'gi',
);
const REACH = 32;

/** Every duration in the text, as the length of a stay or as the time until one begins. */
export function readDurations(text: string): StatedMark[] {
  const lengths = PATTERNS.flatMap(([pattern, minutes]) =>
    [...text.matchAll(pattern)].flatMap(
      (match) => markOf(text, spanOf(match), Math.round(minutes([...match]))) ?? [],
    ),
  );
  const soon = [...text.matchAll(IN_NUMBER)].map(
    (match): StatedMark => ({ ...spanOf(match), kind: 'offset', minutes: Number(match[1]) }),
  );
  return withoutOverlaps([...lengths, ...soon]);
}

function markOf(text: string, span: Span, minutes: number): StatedMark | undefined {
  const before = text.slice(Math.max(0, span.from - REACH), span.from);
  const after = text.slice(span.to, span.to + REACH);
  const pattern = text.slice(span.from, span.to);
  const isMetres = /^\d{1,3} ?m$/i.test(pattern) && minutes < MINUTES_AS_M_MIN;
  if (isMetres || NO_STAY_AFTER.test(after) || NO_STAY_BEFORE.test(before)) return undefined;
  const problem = problemOf(minutes, { pattern, before, after });
  if (problem !== undefined) return { ...span, kind: 'problem', problem };
  const isFromNow = FROM_NOW_AFTER.test(after) && isLengthOfStay(text, span.from);
  const isOffset = !isFromNow && (OFFSET_BEFORE.test(before) || OFFSET_AFTER.test(after));
  return { ...span, kind: isOffset ? 'offset' : 'stay', minutes };
}

function problemOf(
  minutes: number,
  { pattern, before, after }: { pattern: string; before: string; after: string },
): TimeProblem | undefined {
  if (PAST_AFTER.test(after)) return 'past';
  // It can mean a time within the duration, or all of it.
  if (/\bin (?:the next )?$/i.test(before) && /\bnext /i.test(before + pattern)) return 'ambiguous';
  if (Number.isNaN(minutes)) return 'ambiguous';
  if (minutes < 1) return 'impossible';
  return minutes > STAY_MINUTES_MAX ? 'too_long' : undefined;
}

/**
 * Whether the words before an index make a duration there the length of the stay: `for 2 hours from
 * now`.
 */
export function isLengthOfStay(text: string, index: number): boolean {
  return STAY_BEFORE.test(text.slice(Math.max(0, index - REACH), index));
}

function fractionOf(pattern = ''): number {
  return /^half$/i.test(pattern) ? 30 : 15;
}

function longerOf(shorter: string | undefined, longer: string): number {
  const isWide = shorter !== undefined && decimalOf(longer) > RANGE_FACTOR_MAX * decimalOf(shorter);
  return isWide ? Number.NaN : decimalOf(longer);
}

function minutesOf(unit = ''): number {
  return MINUTES_BY_UNIT[unit.charAt(0).toLowerCase()] ?? 0;
}
