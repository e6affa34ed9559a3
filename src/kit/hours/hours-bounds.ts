export const OPENING_HOURS_LENGTH_MAX = 255;
/** Each open end doubles the time to read the rest of its list. */
const OPEN_ENDS_MAX = 3;
/** Each name makes every computed step go through all holidays of a year. */
const HOLIDAYS_MAX = 6;
/** The library never ends for a year after 275760, the last that JavaScript has. */
const DIGITS_MAX = 4;
/** So many days before Easter are of its year, also when it is on March 22. */
const DAYS_AWAY_MAX = 80;

/** As the library recognises open ends; a plus before a number adds to a date or to sunset. */
const OPEN_END = /\+(?!\s*\d)|open ?end|late/giu;
/** Also within words, because the library finds them there, too. */
const HOLIDAY = /PH|SH|holiday|feiertag|feestdag|ferien|fériés/giu;
const DAYS_AWAY = /(\d+)\s*days?\b/giu;
const COMMENT = /"[^"]*"/g;
const LONG_NUMBER = new RegExp(`\\d{${DIGITS_MAX + 1}}`);
/** Where a list of times ends: at a new rule, and at a day of the week. */
const LIST_END = /;|\|\||,\s*(?=(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b)/iu;

/**
 * Why opening hours are refused without reading them; undefined when they may be read. The parser,
 * and what it returns, take exponential time for a few forms and little time for all others of this
 * length.
 */
export function hoursProblem(hours: string): string | undefined {
  if (hours.length > OPENING_HOURS_LENGTH_MAX)
    return `must have at most ${OPENING_HOURS_LENGTH_MAX} characters`;
  if (count(hours, HOLIDAY) > HOLIDAYS_MAX)
    return `must name holidays at most ${HOLIDAYS_MAX} times`;
  if (hours.split(LIST_END).some((list) => count(list, OPEN_END) > OPEN_ENDS_MAX))
    return `must have at most ${OPEN_ENDS_MAX} open ends (+) in a list of times`;
  const computed = hours.replaceAll(COMMENT, '');
  if (LONG_NUMBER.test(computed))
    return `must have no number of more than ${DIGITS_MAX} digits, except in a "comment"`;
  // In years with a late Easter the library could compute a hundred days before it, in others not.
  if ([...computed.matchAll(DAYS_AWAY)].some(([, days]) => Number(days) > DAYS_AWAY_MAX))
    return `must name no day more than ${DAYS_AWAY_MAX} days from another: its year may differ`;
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
