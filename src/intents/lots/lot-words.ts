/** Letters that Unicode does not take apart into a base letter and an accent. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
  ə: 'e',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
/** Beyond Latin whatever is no punctuation counts as a letter. */
const SEPARATORS = /[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\u{10ffff}]+/u;

/** Different ways to write one word of a name; any of a row stands for the others. */
const SAME_WORDS: readonly (readonly string[])[] = [
  ['street', 'st', 'saint'],
  ['avenue', 'ave', 'av'],
  ['road', 'rd'],
  ['boulevard', 'blvd', 'bd'],
  ['drive', 'dr'],
  ['square', 'sq'],
  ['place', 'pl'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['highway', 'hwy'],
  ['parkway', 'pkwy'],
  ['centre', 'center', 'ctr'],
  ['theatre', 'theater'],
  ['harbour', 'harbor'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
];
const SAME = new Map(SAME_WORDS.flatMap((words) => words.map((word) => [word, words] as const)));

/** Words as they compare, like words_of() in the database: `Büchel 51` -> `buchel`, `51`. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øđðħłıəßæœþ]/g, (letter) => UNDIVIDED[letter] ?? '')
    .split(SEPARATORS)
    .filter(Boolean);
}

/** A word and others that are written for it: `st` for `street`, `buchel` for `buechel`. */
function spellingsOf(word: string): string[] {
  const flat = word.replace(/([aou])e/g, '$1');
  const whole = word.replace(/^(.{3,})str$/, '$1strasse');
  return [...new Set([...(SAME.get(word) ?? [word]), flat, whole])];
}

export function isSameWord(a: string, b: string): boolean {
  return spellingsOf(a).includes(b) || spellingsOf(b).includes(a);
}

/** The combination of all words, each in any of its spellings, as the database's text search. */
export function allOf(words: readonly string[]): string {
  return words.map((word) => `(${spellingsOf(word).map(quoted).join(' | ')})`).join(' & ');
}

/** The combination of words that begin as these do. */
export function allBeginningAs(words: readonly string[], letters: number): string {
  return words.map((word) => `${quoted(word.slice(0, letters))}:*`).join(' & ');
}

/** Separators are no part of a word, so neither quotes nor backslashes are. */
function quoted(word: string): string {
  return `'${word}'`;
}
