export const OPENING_HOURS_LENGTH_MAX = 255;
/** Each doubles what the rest of its list costs to read. */
const OPEN_ENDS_MAX = 3;
/** Each costs all holidays of a year at every step that is computed. */
const HOLIDAYS_MAX = 6;

/** As the library reads them; a plus before a number adds to a date or to sunset. */
const OPEN_END = /\+(?!\s*\d)|open ?end|late/giu;
/** Also within words, where the library finds them as well. */
const HOLIDAY = /PH|SH|holiday|feiertag|feestdag|ferien|fériés/giu;
/** Where no list goes on: at a new rule, and at a day of the week. */
const LIST_END = /;|\|\||,\s*(?=(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b)/iu;

/**
 * Why opening hours are not even read; undefined when they may be. The parser and what it makes
 * take exponential time for a few forms, and are quick for all others of this length.
 */
export function hoursProblem(hours: string): string | undefined {
  if (hours.length > OPENING_HOURS_LENGTH_MAX)
    return `must have at most ${OPENING_HOURS_LENGTH_MAX} characters`;
  if (count(hours, HOLIDAY) > HOLIDAYS_MAX)
    return `must name holidays at most ${HOLIDAYS_MAX} times`;
  if (hours.split(LIST_END).some((list) => count(list, OPEN_END) > OPEN_ENDS_MAX))
    return `must have at most ${OPEN_ENDS_MAX} open ends (+) in a list of times`;
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
