import { FILLER_WORDS } from '../../../kit/words/places/filler-words.ts';
import {
  AREA_WORDS,
  LANDMARK_WORDS,
  PARKING_WORDS,
} from '../../../kit/words/places/place-kinds.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { findLotsByWords } from './find-lots-by-words.ts';
import { isHiddenName } from './find-named-lots.ts';
import { allBeginningAs, allOf, mayBeOfLot, sameAsOneOf, wordsOf } from './lot-words.ts';
import type { NamedLot } from './named-lot.ts';
import { CANDIDATES_MAX } from './place-answer.ts';

const PHRASES_MAX = 3;
const WORDS_MAX = 6;
/** At most this many lots, and words of each, are compared letter by letter. */
const LOTS_MAX = 30;
const LOT_WORDS_MAX = 20;
/** Longest word, in letters, that is compared for misspellings. */
const MISSPELT_LENGTH_MAX = 30;
const PREFIX_LETTERS = 3;
/** In a shorter word, another letter makes it a different word. */
const TYPO_LENGTH_MIN = 4;
/** Least similarity of lots, from 0 to 1: that of one misspelt word of two. */
const LIKENESS_MIN = 0.6;
/** Two words that are less similar are different words. */
const WORD_LIKENESS_MIN = 0.5;

/**
 * `misspelt` is the only lot whose name equals a phrase except for one letter of one word, when no
 * other lot, not even a hidden one, may have the name.
 */
type Similar = { similar: NamedLot[]; misspelt?: { lot: NamedLot; phrase: string } };

/**
 * The lots whose names or addresses are most similar to the phrases: by the words they share, where
 * misspelt words count by how many letters are right. At most three; none when none is similar.
 */
export async function findSimilarLots(
  db: Querier,
  phrases: readonly string[],
  livemode: boolean,
): Promise<Similar> {
  const wanted = phrases
    .map(sayingWords)
    .filter((words) => words.length > 0 && mayBeOfLot(words))
    .slice(0, PHRASES_MAX);
  const combinations = [...new Set(wanted.flatMap(combinationsOf))];
  const found = await findLotsByWords(db, combinations, livemode);
  const lots = [
    ...new Map(found.flatMap((one) => one.lots).map((lot) => [lot.lotId, lot])).values(),
  ];
  const compared = lots.slice(0, LOTS_MAX);
  const similar = compared
    .map((lot) => ({ lot, likeness: Math.max(...wanted.map((words) => likeness(words, lot))) }))
    .filter((one) => one.likeness >= LIKENESS_MIN)
    .toSorted((a, b) => b.likeness - a.likeness || (a.lot.lotId < b.lot.lotId ? -1 : 1))
    .slice(0, CANDIDATES_MAX)
    .map(({ lot }) => lot);
  const close = phrases.flatMap((phrase) =>
    compared.flatMap((lot) => {
      const word = misspeltWord(phrase, lot);
      return word === undefined ? [] : [{ lot, phrase, word }];
    }),
  );
  const [misspelt] = close;
  // When many lots were similar, others may have been left out.
  const isCut = lots.length > LOTS_MAX || found.some((one) => one.isCut);
  const isOne = new Set(close.map(({ lot }) => lot.lotId)).size === 1;
  if (misspelt === undefined || !isOne || isCut) return { similar };
  // The name may be spelt rightly, of a lot that cannot be found now.
  const { phrase, word } = misspelt;
  const isHidden = await isHiddenName(db, phrase, [word], livemode);
  return isHidden ? { similar } : { similar, misspelt };
}

/**
 * The word of a phrase with a wrong letter, when the phrase is otherwise a lot's name, perhaps with
 * its town.
 */
function misspeltWord(phrase: string, lot: NamedLot): string | undefined {
  const stated = wordsOf(phrase);
  const name = wordsOf(lot.name);
  const isOfName = sameAsOneOf(name);
  const isStated = sameAsOneOf(stated);
  const wrong = stated.filter((word) => !isOfName(word));
  const lacking = name.filter((word) => !isStated(word));
  const [a = '', b = ''] = [wrong[0], lacking[0]];
  const isLong = Math.min(a.length, b.length) >= TYPO_LENGTH_MIN;
  const isOneOfEach = wrong.length === 1 && lacking.length === 1;
  const isMisspelt = isOneOfEach && isLong && !/\d/.test(a + b) && editDistance(a, b) === 1;
  return isMisspelt ? a : undefined;
}

function sayingWords(phrase: string): string[] {
  const isSaying = (word: string) =>
    ![FILLER_WORDS, PARKING_WORDS, AREA_WORDS].some((words) => words.has(word));
  return wordsOf(phrase).filter(isSaying).slice(0, WORDS_MAX);
}

/**
 * The beginnings of all words, and for each word all the others: the one left out may be misspelt.
 */
function combinationsOf(words: readonly string[]): string[] {
  const others = words.map((_, index) => words.filter((_, i) => i !== index));
  const telling = others.filter((rest) => rest.some((word) => !LANDMARK_WORDS.has(word)));
  return [allBeginningAs(words, PREFIX_LETTERS), ...telling.map(allOf)];
}

function likeness(words: readonly string[], lot: NamedLot): number {
  const own = [...new Set(wordsOf([lot.name, lot.city ?? '', lot.address ?? ''].join(' ')))];
  const isOwn = sameAsOneOf(own);
  const compared = own.slice(0, LOT_WORDS_MAX);
  const best = (word: string) => Math.max(0, ...compared.map((one) => wordLikeness(word, one)));
  const sum = words.reduce((total, word) => total + (isOwn(word) ? 1 : best(word)), 0);
  return sum / words.length;
}

function wordLikeness(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  if (length > MISSPELT_LENGTH_MAX || /\d/.test(a + b)) return 0;
  // At least as many letters are wrong as the words differ in length.
  if (Math.abs(a.length - b.length) > length * (1 - WORD_LIKENESS_MIN)) return 0;
  const alike = 1 - editDistance(a, b) / length;
  return alike >= WORD_LIKENESS_MIN ? alike : 0;
}

/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbour: the
 * restricted distance of F. Damerau (1964).
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
