import type { Span } from '../../../kit/words/text/span.ts';
import { normalisePlate } from '../../vehicles/plate.ts';
import { plateByForm } from './plate-forms.ts';
import {
  NO_FIRST_PART,
  NO_PART,
  NO_SMALL_PART,
  PLACEHOLDER,
  UNIT,
  WORD_AFTER,
} from './plate-words.ts';

/** Letters and digits, each with its marks, after what may separate them from those before. */
const PART =
  /^([ -]| ?·{1,3})?((?:[\p{L}\p{Nd}]\p{M}{0,4}){1,15})(?![\p{L}\p{M}\p{Nd}])(?!:\d|['.]\d)/u;
/** UTF-16 units of the longest part together with what decides whether it is one. */
const PART_LENGTH_MAX = 90;
const LETTERS = /^[\p{Lu}\p{Lo}\p{M}]+$/u;
const SMALL_LETTERS = /^[\p{Ll}\p{M}]+$/u;
const NUMBER = /^\p{Nd}+$/u;
const DIGIT = /\p{Nd}/u;
const UNCASED = /\p{Lo}/u;
const VANITY = /^[\p{Lu}&&\p{Script=Latin}]+$/v;
/** Letters and a number that are mostly a whole plate. */
const WHOLE = /^\p{L}{3,}\p{Nd}{3,}$/u;
/** Most plates have no more letters and digits than these. */
const WHOLE_LENGTH = 6;
const VOWEL = /[aeiou]/;
/** Read aloud one by one. */
const ONE_SIGN = /^ ?[\p{L}\p{Nd}]$/u;
const NEXT_WORD = /^ (\p{L}{2,})/u;
/**
 * In scripts without capitals, letters that follow a number, or are before Latin ones, may be words
 * of the sentence.
 */
const MAY_BE_WORDS = /\p{Nd}(?:\p{Lo}\p{M}*)+$|\p{Lo}{2}\p{Lu}/u;
const WORD_BEHIND = /^ ?\p{Lo}/u;
/** Letters and digits, without marks. Shorter plates could be anything, even announced. */
const PLATE_LENGTH_MIN = 3;
const PLATE_LENGTH_MAX = 15;

/**
 * The plate that begins at `from`, behind a word that announces it, with all its parts; undefined:
 * there is none, or where it ends is in doubt. `isCapitals`: the whole text is in capitals.
 */
export function announcedPlate(text: string, from: number, isCapitals: boolean): Span | undefined {
  const known = plateByForm(text, from);
  if (known !== undefined) return known;
  let end = from;
  let joined = '';
  let last = '';
  let plate: Span | undefined;
  for (;;) {
    const [whole, separator, part] = PART.exec(text.slice(end, end + PART_LENGTH_MAX)) ?? [];
    if (whole === undefined || part === undefined) break;
    const after = text.slice(end + whole.length, end + whole.length + PART_LENGTH_MAX);
    const isCounted = UNIT.test(after) && (joined !== '' || NUMBER.test(part));
    if (isCounted || (whole.startsWith(' ') && /^[-/]\d/.test(after))) break;
    if (joined === '' && !begins(part)) break;
    if (joined !== '') {
      const next = { joined, last, part, separator: separator ?? '', after, isCapitals };
      if (isDoubtful(next)) return undefined;
      if (!continues(next)) break;
    }
    joined += part;
    last = whole;
    end += whole.length;
    if (lengthOf(joined) > PLATE_LENGTH_MAX) return undefined;
    if (isPlate(joined, isCapitals)) plate = { from, to: end };
  }
  if (plate === undefined || MAY_BE_WORDS.test(text.slice(plate.from, plate.to))) return undefined;
  return UNCASED.test(joined) && WORD_BEHIND.test(text.slice(plate.to)) ? undefined : plate;
}

function begins(part: string): boolean {
  return !NO_FIRST_PART.test(part) && !/^\p{Ll}{5}/u.test(part);
}

/** What may be a further part of a plate, and what is around it. */
type NextPart = {
  joined: string;
  /** The last part of what is joined, after what separates it. */
  last: string;
  part: string;
  separator: string;
  after: string;
  isCapitals: boolean;
};

function continues({ joined, part, separator, isCapitals }: NextPart): boolean {
  if (/\p{Lu}/u.test(joined) && /\p{Ll}/u.test(part)) return false;
  // Before the first number, capitals are a part even if they are a word: B AV 2041.
  const isBeforeNumber = !DIGIT.test(joined) && LETTERS.test(part);
  if (isLittle(part, isCapitals) && !isBeforeNumber) return false;
  if (lengthOf(part) === 1) return true;
  if (DIGIT.test(part)) return lengthOf(part) <= (DIGIT.test(joined) ? 5 : 6);
  if (UNCASED.test(part)) return isBeforeNumber;
  if (LETTERS.test(part)) return lengthOf(part) <= 4;
  return separator !== '' && lengthOf(part) <= 3 && DIGIT.test(joined) && !WHOLE.test(joined);
}

/**
 * Whether what follows a space after a number may belong to the plate or to the sentence:
 * `AB 123 CN Tower`, `AB 123 220 Yonge Street`.
 */
function isDoubtful(next: NextPart): boolean {
  const { joined, last, part, separator, after, isCapitals } = next;
  if (separator !== ' ' || !DIGIT.test(joined)) return false;
  const [, word] = NEXT_WORD.exec(after) ?? [];
  const isBeforeWord = word !== undefined && !isLittle(word, isCapitals) && !WORD_AFTER.test(word);
  const length = lengthOf(part);
  // `A B C 1 2 3`
  if (length === 1 && ONE_SIGN.test(last)) return isBeforeWord;
  const isWhole = WHOLE.test(joined) || lengthOf(joined) >= WHOLE_LENGTH;
  if (NUMBER.test(part)) {
    // `AB 12 345`, but not `ABC 123 45` or `AB 12 345 King Street`.
    if (/\p{Nd}$/u.test(joined)) return isWhole || length === 1 || isBeforeWord;
    // `MH12 AB 1234`, but not `AB 123 CD 12`.
    return isWhole && (length <= 2 || isBeforeWord);
  }
  if (isLittle(part, isCapitals))
    return LETTERS.test(part) && (!isCapitals || NO_SMALL_PART.test(part.toLowerCase()));
  // `1AB 2CD` and `MO7 KX9`, but not `AB 123 P2`.
  if (DIGIT.test(part)) {
    const isHalf = lengthOf(joined) <= 3 && /^\p{L}{2}/u.test(part);
    return !isHalf && (/\p{Nd}$/u.test(joined) || lengthOf(joined) > 3);
  }
  if (length === 1) return isBeforeWord;
  // `AB 123 CD`, but not `ABC 123 NYC` or `AB 123 CN Tower`.
  if (LETTERS.test(part) && !UNCASED.test(part)) return length <= 4 && (isWhole || isBeforeWord);
  // `ab 123 cd`, but not `ab 123 via`; after `abc 123` it is a word.
  if (!SMALL_LETTERS.test(part) || /\p{Lu}/u.test(joined) || WHOLE.test(joined)) return false;
  return length <= 3 && (isWhole || isBeforeWord || VOWEL.test(part) || UNCASED.test(joined));
}

/** Whether it is a word of the sentence; in capitals only where the whole text is. */
function isLittle(word: string, isCapitals: boolean): boolean {
  return NO_PART.test(word) || NO_SMALL_PART.test(isCapitals ? word.toLowerCase() : word);
}

/** With a digit, or a vanity plate in capitals, if the rest of the text is not in capitals. */
function isPlate(joined: string, isCapitals: boolean): boolean {
  if (lengthOf(joined) < PLATE_LENGTH_MIN || normalisePlate(joined) === undefined) return false;
  return DIGIT.test(joined) || (!isCapitals && VANITY.test(joined) && !PLACEHOLDER.test(joined));
}

function lengthOf(part: string): number {
  return part.replaceAll(/\p{M}/gu, '').length;
}
