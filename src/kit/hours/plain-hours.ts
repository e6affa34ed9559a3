import { isInPlainWords } from './hours-words.ts';

const DAY = '(?:Mo|Tu|We|Th|Fr|Sa|Su)';
const DAYS = `${DAY}(?:-${DAY})?(?:,${DAY}(?:-${DAY})?)*`;
const TIME = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)';
const TIMES = `${TIME}-${TIME}(?:,${TIME}-${TIME})*`;
const OPEN_RULE = `(?:${DAYS} )?${TIMES}`;

/** The hours of a week in strict OSM syntax: nothing in them depends on a holiday or the sun. */
export const WEEKLY = matchesAll(`24/7|${rules(`${OPEN_RULE}|(?:${DAYS} )?off`, '; ?')}`);
const CLOSED_DAYS = `(?:${DAYS}|PH)(?:,(?:${DAYS}|PH))*`;
const PLAIN = matchesAll(rules(`${OPEN_RULE}(?: open)?|${CLOSED_DAYS} (?:off|closed)`, '[;,] '));
/** Every day and all day. */
const ALWAYS = matchesAll('(?:Mo-Su )?00:00-24:00(?: open)?|24/7(?: open)?');

const MERIDIEM = /(?<=\d ?)[ap]\.? ?m\b/giu;
/** Shows that hours are counted to 24. */
const LEADING_ZERO = /(?<!\d)0\d[:.]\d\d/;
const AFTER_NOON = '13:00';
const COMMENT = /"[^"]*"/g;
/** Times or `24/7`, and other times or days in the same rule: the library mixes them. */
const MIXED = new RegExp(
  `(?:\\d:\\d\\d\\)?\\+?|24/7) (?:\\(?\\d|(?:${DAY}|[PS]H)\\b)|[^;|\\s] 24/7`,
);
/** A minute of one digit is a slip. */
const HALF_A_TIME = /\d[:.]\d(?!\d)/;
const CLOSED_RULE = /^(?!24\/7 ).+ (?:off|closed)\b/;
/** What says when, or that it is not said; without it, days are left. */
const SAYS_WHEN = /[:+"]|off|closed|open|unknown|24\/7|dawn|dusk|sun(?:rise|set)/;
const NOT_SURE =
  'is not understood for sure; write days and times such as Mo-Fr 08:00-18:00; Sa 09:00-13:00';

/** Whether hours are nothing but days and times, in the form in which they are stored. */
export function isPlain(hours: string): boolean {
  return PLAIN.test(hours) && !isAlways(hours);
}

/** Whether hours in OSM syntax say that the lot never closes. */
export function isAlways(hours: string): boolean {
  return ALWAYS.test(hours);
}

/**
 * Why `text`, as which the library understood `hours`, may not be what was meant; undefined where
 * it is. Hours that are OSM syntax, but for spaces and zeros, mean what they say. Others must be
 * plain words about days and times, without rules that contradict each other.
 */
export function whyUnsure(hours: string, text: string): string | undefined {
  const plain = text.replaceAll(COMMENT, '""');
  if (/^[\d\s-]+$/.test(plain) || HALF_A_TIME.test(hours.replaceAll(COMMENT, ''))) return NOT_SURE;
  if (MIXED.test(plain)) return 'needs a ; between its rules';
  const isSyntax = plainSpelling(hours) === plainSpelling(text);
  if (!isSyntax && !(isInPlainWords(hours) && (PLAIN.test(text) || isAlways(text))))
    return NOT_SURE;
  if (plain.split(/; |, | \|\| /).every((rule) => CLOSED_RULE.test(rule)))
    return 'says only when it is closed';
  if (hours === text) return undefined;
  if (!SAYS_WHEN.test(plain)) return 'has no times, such as Mo-Fr 08:00-18:00';
  if (withoutSpaces(hours) === withoutSpaces(text)) return undefined;
  return isSyntax
    ? whyOnWhichClock(hours, plain, true)
    : (whyOnWhichClock(hours, plain, false) ?? whyContradictory(text));
}

function withoutSpaces(hours: string): string {
  return hours.replaceAll(/^[\s;]+|[\s;]+$|\s+/g, '').replaceAll(/[–—]/g, '-');
}

function plainSpelling(hours: string): string {
  return withoutSpaces(hours).replaceAll(/(?<!\d)0+(?=\d)/g, '');
}

/**
 * `9-5` and `7-11` may be hours of the morning, of the afternoon or of the night. In OSM syntax
 * only those are in doubt that would pass midnight (`9:00-5:00`).
 */
function whyOnWhichClock(hours: string, text: string, isSyntax: boolean): string | undefined {
  const spans = [...text.matchAll(/(\d\d:\d\d)-(\d\d:\d\d)/g)].map(([, from = '', to = '']) => ({
    from,
    to,
  }));
  const meridiems = hours.match(MERIDIEM)?.length ?? 0;
  if (meridiems > 0)
    return meridiems === 2 * spans.length && spans.every(({ from, to }) => from !== to)
      ? undefined
      : 'must say am or pm of each time, or of none';
  const isCountedTo24 =
    isSyntax ||
    LEADING_ZERO.test(hours) ||
    spans.some(({ from, to }) => [from, to].some((at) => at >= AFTER_NOON || at < '01:00'));
  const isSure = spans.every(({ from, to }) => to > from || from >= AFTER_NOON || to === '00:00');
  if (spans.length === 0 || (isCountedTo24 && isSure)) return undefined;
  return 'does not say which times are after noon; write times such as 09:00-17:00';
}

/**
 * Of rules for the same day the last one counts, but people who write freely mean both, or the
 * other. Only what is closed after all else is sure. A holiday can be any day.
 */
function whyContradictory(text: string): string | undefined {
  if (isAlways(text)) return undefined;
  const seen = new Set<string>();
  for (const [, before, rule = ''] of text.matchAll(/(^|[;,] )((?:,(?! )|[^;,])+)/g)) {
    const isClosed = /(?:off|closed)$/.test(rule);
    const days = daysOf(rule);
    const isNew = [...days].every((day) => !seen.has(day));
    if (!isNew && !(isClosed && before === '; ')) return 'says two things of one day';
    for (const day of days) seen.add(day);
  }
  return undefined;
}

const WEEK = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

function daysOf(rule: string): Set<string> {
  if (!/^[A-Z]/.test(rule) || /\bPH\b/.test(rule)) return new Set(WEEK);
  const [days = ''] = rule.split(' ');
  return new Set(
    days.split(',').flatMap((span) => {
      const [from = '', to = from] = span.split('-');
      const first = WEEK.indexOf(from);
      const count = (WEEK.indexOf(to) - first + WEEK.length) % WEEK.length;
      return Array.from({ length: count + 1 }, (_, i) => WEEK[(first + i) % WEEK.length] ?? '');
    }),
  );
}

function rules(rule: string, separator: string): string {
  return `(?:${rule})(?:${separator}(?:${rule}))*`;
}

function matchesAll(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
