import { anyOf, COUNTED } from '../text/pattern.ts';
import { type Span, spanOf, spansOf } from '../text/span.ts';
import { isNameWord } from './filler-words.ts';

/** Words that end the name of a street. */
const STREET = wholeWord(
  'street|avenue|ave|road|rd|boulevard|blvd|lane|crescent|cres|terrace|parkway|pkwy|highway|hwy',
  'square|sq|quay|esplanade|embankment|stra(?:ß|ss)e',
);
/** Everyday words that end the name of a street only with a number or capitals. */
const STREET_PERHAPS = wholeWord(
  'st|dr|drive|way|place|pl|court|ct|close|row|walk|mews|hill|gardens|grove|ln|parade|circle|alley',
);
const STREET_IN_ONE = wholeWord(
  `(?!park|stell)\\p{L}{3,30}${anyOf(
    'stra(?:ß|ss)e|str|platz|allee|gasse|weg|ring|damm|ufer',
    'straat|gracht|laan|gatan|gade|vej',
  )}`,
);
const STREET_BEFORE = wholeWord('rue|boulevard|avenue|quai|calle|avenida|via|piazza|rua');
const DIRECTION = wholeWord('north|south|east|west|[nesw]|[ns][ew]');
const HOUSE_NUMBER = wholeWord('\\d{1,5}[a-f]?(?:-\\d{1,5})?');
const NUMBER_LAST = wholeWord('stra(?:ß|ss)e');
/** Never the name of a street, even next to one of these words. */
const SMALL_WORD = wholeWord(
  'parking|covered|free|charging|accessible|disabled|wheelchair|reserved|indoor',
  'the|a|an|my|our|your|this|that|some|any|no|each|every|same|which|what|is|i|we|it|and|or',
  'on|at|in|to|by|of|off|for|from|near|nr|minutes?|mins?|hours?|hrs?|h|m|days?',
);
const NAME_WORDS_MAX = 3;
/** After a short word like `St` or `Ave`, a dot does not end the sentence. */
const ABBREVIATION_LENGTH_MAX = 4;

/** Things that have numbers. */
const NUMBERED = new RegExp(
  `\\b${anyOf(
    'terminal|pier|gate|level|floor|unit|route|highway|hwy|exit|hall|zone|platform|dock|door|row',
    'section|building|bldg|apt|suite|lot|car ?park|p|no\\.',
  )} ?#?\\d{1,4}[a-z]?\\b(?! ?${COUNTED}\\b|[:.]\\d)`,
  'gi',
);
const POSTCODE = new RegExp(
  `\\b${anyOf(
    '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d',
    '[A-Z]{2} \\d{5}|\\d{5}(?= [A-Z]\\p{Ll})',
  )}(?![\\p{L}\\d])`,
  'gu',
);

function wholeWord(...alternatives: string[]): RegExp {
  return new RegExp(`^${anyOf(...alternatives)}$`, 'iu');
}

type Word = Span & { text: string; isBesideNext: boolean };

/**
 * The parts of the text that are a street, a numbered thing or a postcode. Nothing in them is a
 * clock time, a date or a count.
 */
export function readAddresses(text: string): Span[] {
  const words = wordsOf(text);
  const streets = words.flatMap((_, index): Span[] => {
    const street = streetAt(words, index);
    const [first, last] = [words[street?.first ?? -1], words[street?.last ?? -1]];
    return first === undefined || last === undefined ? [] : [{ from: first.from, to: last.to }];
  });
  return [...spansOf(text, NUMBERED), ...spansOf(text, POSTCODE), ...streets];
}

function wordsOf(text: string): Word[] {
  const words = text.matchAll(/[\p{L}\p{N}'-]+(?:\.\d[\p{L}\p{N}]*|\.)?/gu);
  return [...words].map((match) => {
    const { from, to } = spanOf(match);
    const word = match[0].replace(/\.$/, '');
    const isShort = word.length <= ABBREVIATION_LENGTH_MAX || /str$/i.test(word);
    const goesOn = word === match[0] || isShort;
    const isBesideNext = goesOn && /^ [\p{L}\p{N}]/u.test(text.slice(to, to + 2));
    return { from, to: from + word.length, text: word, isBesideNext };
  });
}

/** The first and last word of the street name that the word at `index` ends. */
function streetAt(
  words: readonly Word[],
  index: number,
): { first: number; last: number } | undefined {
  const textAt = (at: number) => words[at]?.text ?? '';
  const isAfter = (at: number) => words[at - 1]?.isBesideNext === true;
  const isNumber = (at: number) => HOUSE_NUMBER.test(textAt(at));
  const isName = (at: number) => !SMALL_WORD.test(textAt(at)) && !isNumber(at);
  const hasNumberLast = isAfter(index + 1) && isNumber(index + 1);
  if (STREET_IN_ONE.test(textAt(index)))
    return { first: index, last: hasNumberLast ? index + 1 : index };
  if (STREET_BEFORE.test(textAt(index)) && isAfter(index) && isNumber(index - 1)) {
    let last = index;
    while (last < index + NAME_WORDS_MAX && isAfter(last + 1) && isName(last + 1)) last += 1;
    return { first: index - 1, last };
  }
  const isSurely = STREET.test(textAt(index));
  if (!isSurely && !STREET_PERHAPS.test(textAt(index))) return undefined;
  // `street parking` is not a street, nor is a street word without a name. Any word next to it is
  // its name, even if it has another meaning elsewhere: May Street, Second Avenue.
  if (/^parking$/i.test(textAt(index + 1)) || !isAfter(index) || !isName(index - 1))
    return undefined;
  let first = index - 1;
  while (first > index - NAME_WORDS_MAX && isAfter(first) && isNameWord(textAt(first - 1)))
    first -= 1;
  const hasNumber = isAfter(first) && isNumber(first - 1);
  const isCapital = [index - 1, index].every((at) => /^[\p{Lu}\d]/u.test(textAt(at)));
  if (!isSurely && !hasNumber && !isCapital) return undefined;
  const hasDirection = isAfter(index + 1) && DIRECTION.test(textAt(index + 1));
  const isLonger = hasDirection || (NUMBER_LAST.test(textAt(index)) && hasNumberLast);
  return { first: hasNumber ? first - 1 : first, last: isLonger ? index + 1 : index };
}
