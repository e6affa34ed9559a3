import type { NameWords } from './name-words.ts';

/** Shorter words are mostly abbreviations, and different ones can mean the same. */
const WORD_LETTERS_MIN = 4;
const PREFIX_LIKENESS = 0.85;
const SHORT_PREFIX_LIKENESS = 0.5;
const TYPO_LIKENESS = 0.85;
/** Words with as many letters may have so many typing errors. */
const TYPO_LETTERS = [
  { from: 9, errors: 2 },
  { from: 5, errors: 1 },
];
/** Different streets often have the same ending. */
const STREET_ENDING = /(?:strasse|platz|allee|gasse|markt|ring|weg|ufer|hof)$/;

/**
 * How alike two names are, 0 to 1; undefined when they cannot be compared: one has no word of its
 * own, or only abbreviations.
 */
export function nameLikeness(a: NameWords, b: NameWords): number | undefined {
  if (a.words.length === 0 || b.words.length === 0) return undefined;
  const likeness = (shareFound(a.words, b.words) + shareFound(b.words, a.words)) / 2;
  const isShort = ({ words }: NameWords) => words.every((word) => word.length < WORD_LETTERS_MIN);
  return likeness === 0 && (isShort(a) || isShort(b)) ? undefined : likeness;
}

/** Whether both names have such parts, and no part is in both. */
export function isAtOdds(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !isShared(a, b);
}

export function isShared(a: readonly string[], b: readonly string[]): boolean {
  return a.some((part) => b.includes(part));
}

/** The share of the letters of these words that the other words have, too. */
function shareFound(words: readonly string[], others: readonly string[]): number {
  let found = 0;
  let all = 0;
  for (const word of words) {
    found += word.length * Math.max(...others.map((other) => wordLikeness(word, other)));
    all += word.length;
  }
  return found / all;
}

function wordLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short))
    return short.length >= WORD_LETTERS_MIN ? PREFIX_LIKENESS : SHORT_PREFIX_LIKENESS;
  const [shortStem, longStem] = [short.replace(STREET_ENDING, ''), long.replace(STREET_ENDING, '')];
  const allowed = TYPO_LETTERS.find(({ from }) => shortStem.length >= from)?.errors ?? 0;
  if (long.length - short.length > allowed) return 0;
  return errorCount(shortStem, longStem) <= allowed ? TYPO_LIKENESS : 0;
}

/** The fewest letters to insert, delete or replace (V. Levenshtein, 1966). */
function errorCount(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
