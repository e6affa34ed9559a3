import { plainLetters } from '../text/plain-letters.ts';

/** Words of names that are often abbreviated. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  sankt: 'st',
  mount: 'mt',
  fort: 'ft',
};

/**
 * The form that names share which differ only in case, accents or punctuation, as words with one
 * space between: `Saint-Étienne` -> `st etienne`, `D.C.` -> `dc`. Empty for a name without letters
 * and digits.
 */
export function plainName(name: string): string {
  const letters = plainLetters(name)
    .replace(/['’‘ʻʼ]/g, '')
    .replace(/(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
    .replaceAll('&', ' and ');
  return letters
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
    .map((word) => SHORT_WORDS[word] ?? word)
    .join(' ');
}
