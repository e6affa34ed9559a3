import { type MappedText, rewrite } from '../text/mapped-text.ts';
import { anyOf, COUNTED, MONTH } from '../text/pattern.ts';

type Groups = readonly (string | undefined)[];
type Rule = readonly [said: string, written: (groups: Groups) => string];

const HOUR = '(1[0-2]|0?[1-9])';
/** Not followed by a digit that belongs to the same number. */
const END = '(?!\\d|[:.]\\d)';
const DAY_HOUR = '([01]\\d|2[0-3])';
const MINUTE = '([0-5]\\d)';
const CLOCK_CUE = anyOf('at|from|until|to|by|between|and|eta|etd|arr|dep|@');
const ANY_CLOCK = '(\\d{1,2}(?::[0-5]\\d)?)';
const CLOCK_OF_12 = '((?:1[0-2]|[1-9])(?::[0-5]\\d)?)';
const DATE = '(\\d{1,2})(?:st|nd|rd|th)?';
const DASH = '(-|to|until)';
/** Words before a clock time; a number without one can also be that of a lot. */
const CUE = `(${anyOf('at|from|until|to|by|around|about|between|and|like')})`;
/** Words after `at 1800`; before any other word it would be a count or an address. */
const AFTER_DIGITS = anyOf('for|until|to|and|or|on|in|near|please|today|tonight|tomorrow');

const DAY = anyOf(
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thur?s?|fri|sat|sun|tomorrow',
  `${MONTH} \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}`,
);

/** In the order in which they are tried. `half nine` is half past nine, as in Britain. */
const RULES: readonly Rule[] = [
  [
    `(?<!\\b(?:at|by|around|about) )${DATE} ?${DASH} ?${DATE} (${MONTH})\\b`,
    ([, a, , b, month]) => `${a} ${month} - ${b} ${month}`,
  ],
  [
    `(${MONTH}) ${DATE} ?${DASH} ?${DATE}\\b(?![:.]\\d| ?[ap]m)`,
    ([, month, a, , b]) => `${a} ${month} - ${b} ${month}`,
  ],
  ['between (?:right )?now and\\b', () => 'from now until'],
  ['de (?=\\d{1,2} ?h)', () => 'from '],
  ['([ap])(?:\\. ?m\\.| m\\b)', ([, half]) => `${half}m`],
  [
    `(?<![$€£.])${CLOCK_OF_12}([ap])?m? ?${DASH} ?${CLOCK_OF_12}([ap])\\b(?! ?(?:\\/|per|an?\\b))`,
    ([, from, half, dash, to, toHalf]) =>
      `${from}${half === undefined ? '' : `${half}m`} ${dash} ${to}${toHalf}m`,
  ],
  [`(\\d{1,2}:[0-5]\\d)([ap])\\b`, ([, clock, half]) => `${clock}${half}m`],
  [
    `${CUE} ${HOUR} ${MINUTE}( ?[ap]m)?${END}`,
    ([, cue, hour, minute, half = '']) => `${cue} ${hour}:${minute}${half.trim()}`,
  ],
  [`(\\d{1,2})[.:h]${MINUTE} ?([ap]m)\\b`, ([, hour, minute, half]) => `${hour}:${minute}${half}`],
  ['(\\d{1,2}) ([ap]m)\\b', ([, hour, half]) => `${hour}${half}`],
  ['(\\d{1,2}) oh (\\d)\\b', ([, hour, minute]) => `${hour}:0${minute}`],
  // With a day, it is unclear whether that day begins or ends then.
  [
    `(?<!\\b${DAY}(?: at|,| from| by|'s)? )(?:12 )?midnight\\b(?!,? (?:on |of )?${DAY}\\b)`,
    () => '12:00am',
  ],
  ['(?:12 )?noon\\b', () => '12:00pm'],
  [`half(?: past| after)?[ -]${HOUR}${END}(?! ?(?:h|hours?|hr)\\b)`, ([, hour]) => `${hour}:30`],
  [`(?:a )?quarter (?:past|after) ${HOUR}${END}`, ([, hour]) => `${hour}:15`],
  [`(?:a )?quarter (?:to|of|before|until) ${HOUR}${END}`, ([, hour]) => `${hourBefore(hour)}:45`],
  [
    `(5|10|20|25)(?: minutes?)? (?:past|after) ${HOUR}${END}`,
    ([, minutes, hour]) => `${hour}:${twoDigits(minutes)}`,
  ],
  [
    // Without `at` or `minutes` it is more likely a window: `ten to five`.
    `(at|by|until|around|for) (5|10|20|25) (?:to|before) ${HOUR}${END}(?! ?${COUNTED}\\b)`,
    ([, cue, minutes, hour]) => `${cue} ${hourBefore(hour)}:${60 - Number(minutes)}`,
  ],
  [
    `(5|10|20|25) minutes (?:to|before) ${HOUR}${END}`,
    ([, minutes, hour]) => `${hourBefore(hour)}:${60 - Number(minutes)}`,
  ],
  [
    `from (\\d{1,2}) (?:hours?|h) ${DASH} (\\d{1,2}) ?(?:hours?|h)?\\b`,
    ([, from, dash, to]) => `from ${twoDigits(from)}:00 ${dash} ${twoDigits(to)}:00`,
  ],
  ['hour (\\d{1,2})\\b', ([, hour]) => `${twoDigits(hour)}:00`],
  [`(\\d{1,2})[:.]${MINUTE} ?o'clock\\b`, ([, hour, minute]) => `${hour}:${minute}`],
  ["(\\d{1,2}) ?o'clock\\b", ([, hour]) => `${hour}:00`],
  [
    `(?<!\\bfor )(\\d{1,2})h${MINUTE}? ?${DASH} ?(\\d{1,2})h${MINUTE}?\\b`,
    ([, hour, minute = '00', dash, toHour, toMinute = '00']) =>
      `${twoDigits(hour)}:${minute} ${dash} ${twoDigits(toHour)}:${toMinute}`,
  ],
  [
    `(from|at|until|to|between|and|after|before|by|since) ?([01]?\\d|2[0-4])h${MINUTE}?\\b`,
    ([, cue, hour, minute = '00']) => `${cue} ${twoDigits(hour)}:${minute}`,
  ],
  [`(?<!\\bfor )(0?[7-9]|1\\d|2[0-4])h${MINUTE}\\b`, ([, hour, minute]) => `${hour}:${minute}`],
  [
    `${DAY_HOUR}${MINUTE} ?${DASH} ?${DAY_HOUR}${MINUTE} ?(?:hours|hrs)\\b`,
    ([, hour, minute, dash, toHour, toMinute]) => `${hour}:${minute} ${dash} ${toHour}:${toMinute}`,
  ],
  [
    `(?<=(?:${CLOCK_CUE}|-) ?)${DAY_HOUR}${MINUTE} ?(?:hours|hrs|h)\\b`,
    ([, hour, minute]) => `${hour}:${minute}`,
  ],
  [
    `${DAY_HOUR}${MINUTE} ?${DASH} ?${DAY_HOUR}${MINUTE}\\b(?! ?[$€£])`,
    ([, hour, minute, dash, toHour, toMinute]) => `${hour}:${minute} ${dash} ${toHour}:${toMinute}`,
  ],
  [
    // `in 2027` is more likely a year.
    `(from|at|until|in(?! 20[2-5])|out|eta|by) (0\\d|1[3-9]|2[0-3])${MINUTE}\\b` +
      `(?! ?(?!${AFTER_DIGITS}\\b)[\\p{L}$€£]|[-/.]\\d)`,
    ([, cue, hour, minute]) => `${clockCue(cue)} ${hour}:${minute}`,
  ],
  [
    `(eta|etd|arr|dep)[.:]? ?${DAY_HOUR}${MINUTE}\\b(?![-/.]\\d)`,
    ([, cue, hour, minute]) => `${clockCue(cue)} ${hour}:${minute}`,
  ],
  [`${ANY_CLOCK} (?:in|of) (?:the )?morning\\b`, ([, clock]) => `${clock}am`],
  [`${ANY_CLOCK} (?:in|of) (?:the )?(?:afternoon|evening)\\b`, ([, clock]) => `${clock}pm`],
  ['((?:[6-9]|1[01])(?::[0-5]\\d)?) at night\\b', ([, clock]) => `${clock}pm`],
  ['((?:[1-5]|12)(?::[0-5]\\d)?) at night\\b', ([, clock]) => `${clock}am`],
  ['(\\d{1,2}(?::[0-5]\\d)?(?:am|pm)?)[ -]?ish\\b', ([, clock = '']) => clock],
];
const PATTERNS = RULES.map(([said, write]) => [new RegExp(`\\b${said}`, 'giu'), write] as const);

/** The text with clocks in digits: `half past nine` -> `9:30`, `8 in the evening` -> `8pm`. */
export function writeClocks(mapped: MappedText): MappedText {
  let written = mapped;
  for (const [said, write] of PATTERNS) written = rewrite(written, said, write);
  return written;
}

function twoDigits(number: string | undefined): string {
  return String(Number(number)).padStart(2, '0');
}

function hourBefore(hour: string | undefined): number {
  return ((Number(hour) + 10) % 12) + 1;
}

/** `in 1800`, `out 0600`, `ETD 1030`, as dispatchers write. */
function clockCue(cue = ''): string {
  const said = cue.toLowerCase();
  if (/^(?:in|eta|arr)$/.test(said)) return 'from';
  return /^(?:out|etd|dep)$/.test(said) ? 'until' : said;
}
