import type { Querier } from '../../stores/postgres.ts';
import { FILLER_WORDS } from '../places/filler-words.ts';
import { AREA_WORDS, LANDMARK_WORDS, PARKING_WORDS } from '../places/place-kinds.ts';
import { findLotsByWords } from './find-lots-by-words.ts';
import { allBeginningAs, allOf, mayBeOfLot, sameAsOneOf, wordsOf } from './lot-words.ts';
import type { NamedLot } from './named-lot.ts';
import { CANDIDATES_MAX } from './place-answer.ts';

const PHRASES_MAX = 3;
const WORDS_MAX = 6;
/** So many lots, and words of each, are compared letter by letter. */
const LOTS_MAX = 30;
const LOT_WORDS_MAX = 20;
/** Letters; who writes a longer word writes it right. */
const MISSPELT_LENGTH_MAX = 30;
const PREFIX_LETTERS = 3;
/** A letter of a shorter word makes another word of it. */
const TYPO_LENGTH_MIN = 4;
/** Of 1: as alike as one misspelt word of two. */
const LIKENESS_MIN = 0.6;
/** Below it two words are two words. */
const WORD_LIKENESS_MIN = 0.5;

/** `misspelt` is the one lot whose name a phrase is except for a letter of one word. */
type Similar = { similar: NamedLot[]; misspelt?: { lot: NamedLot; phrase: string } };

/**
 * The lots whose names or addresses are most like what was said: by the words they share, misspelt
 * ones counted by how many letters are right. At most three; none where none is alike.
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
  const lots = [...new Map(found.flat().map((lot) => [lot.lot_id, lot])).values()];
  const compared = lots.slice(0, LOTS_MAX);
  const similar = compared
    .map((lot) => ({ lot, likeness: Math.max(...wanted.map((words) => likeness(words, lot))) }))
    .filter((one) => one.likeness >= LIKENESS_MIN)
    .toSorted((a, b) => b.likeness - a.likeness || (a.lot.lot_id < b.lot.lot_id ? -1 : 1))
    .slice(0, CANDIDATES_MAX)
    .map(({ lot }) => lot);
  const close = phrases.flatMap((phrase) =>
    compared.filter((lot) => isMisspelt(phrase, lot)).map((lot) => ({ lot, phrase })),
  );
  const [misspelt] = close;
  // Where many were alike, others may have been left out.
  const isSure = new Set(close.map(({ lot }) => lot.lot_id)).size === 1 && lots.length <= LOTS_MAX;
  return misspelt !== undefined && isSure ? { similar, misspelt } : { similar };
}

/** Whether a phrase is a lot's name, perhaps with its town, except for a letter of one word. */
function isMisspelt(phrase: string, lot: NamedLot): boolean {
  const said = wordsOf(phrase);
  const name = wordsOf(lot.name);
  const isOfName = sameAsOneOf(name);
  const isSaid = sameAsOneOf(said);
  const wrong = said.filter((word) => !isOfName(word));
  const lacking = name.filter((word) => !isSaid(word));
  const [a = '', b = ''] = [wrong[0], lacking[0]];
  const isLong = Math.min(a.length, b.length) >= TYPO_LENGTH_MIN;
  const isOneOfEach = wrong.length === 1 && lacking.length === 1;
  return isOneOfEach && isLong && !/\d/.test(a + b) && editDistance(a, b) === 1;
}

function sayingWords(phrase: string): string[] {
  const isSaying = (word: string) =>
    ![FILLER_WORDS, PARKING_WORDS, AREA_WORDS].some((words) => words.has(word));
  return wordsOf(phrase).filter(isSaying).slice(0, WORDS_MAX);
}

/** All words by their beginnings, and all but each one: it may be the misspelt one. */
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
  // As many letters are wrong at least as one word has more than the other.
  if (Math.abs(a.length - b.length) > length * (1 - WORD_LIKENESS_MIN)) return 0;
  const alike = 1 - editDistance(a, b) / length;
  return alike >= WORD_LIKENESS_MIN ? alike : 0;
}

/**
 * How many letters must be put in, taken out, replaced or swapped with their neighbour: the
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
