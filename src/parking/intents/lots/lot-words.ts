/** Letters that Unicode does not decompose into a base letter and an accent. */
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
/** Outside Latin, everything except punctuation counts as a letter. */
const SEPARATORS = /[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\u{10ffff}]+/u;

/** Text that needs none of the steps below, which are most of the cost of comparing names. */
const PLAIN = /^[ -~]*$/;

/** Different spellings of one word of a name; all words of a row are equal. */
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
const HAS_SPELLINGS = /[aou]e|str$/;
const SAME = new Map(SAME_WORDS.flatMap((words) => words.map((word) => [word, words] as const)));

/**
 * Words in the form in which they are compared, as by words_of() in the database: `Büchel 51` ->
 * `buchel`, `51`.
 */
export function wordsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øđðħłıəßæœþ]/g, (letter) => UNDIVIDED[letter] ?? '')
    .split(SEPARATORS)
    .filter(Boolean);
}

/**
 * In letters; the database looks for no longer words, and words_of() reads 400 letters of a lot.
 */
const WORD_LENGTH_MAX = 400;

/** Whether the words are short enough to be those of a lot. */
export function mayBeOfLot(words: readonly string[]): boolean {
  return words.every((word) => word.length <= WORD_LENGTH_MAX);
}

/** A word with its other spellings: `st` for `street`, `buchel` for `buechel`. */
function spellingsOf(word: string): readonly string[] {
  const same = SAME.get(word);
  if (same === undefined && !HAS_SPELLINGS.test(word)) return [word];
  const flat = word.replace(/([aou])e/g, '$1');
  const whole = word.replace(/^(.{3,})str$/, '$1strasse');
  return [...new Set([...(same ?? [word]), flat, whole])];
}

/** Returns a test of whether a word is one of these, in any spelling. */
export function sameAsOneOf(words: readonly string[]): (word: string) => boolean {
  const stated = new Set(words);
  const spelled = new Set(words.flatMap(spellingsOf));
  return (word) => spelled.has(word) || spellingsOf(word).some((one) => stated.has(one));
}

/** A query of the database's text search for all words, each in any of its spellings. */
export function allOf(words: readonly string[]): string {
  return words.map((word) => `(${spellingsOf(word).map(quoted).join(' | ')})`).join(' & ');
}

/** The query for words that begin with the first letters of these. */
export function allBeginningAs(words: readonly string[], letters: number): string {
  return words.map((word) => `${quoted(word.slice(0, letters))}:*`).join(' & ');
}

/** Words contain no separators, so no quotes or backslashes either. */
function quoted(word: string): string {
  return `'${word}'`;
}
