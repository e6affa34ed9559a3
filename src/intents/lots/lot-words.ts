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

/** Needs none of the work below, which is most of the cost of comparing names. */
const PLAIN = /^[ -~]*$/;

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
const HAS_SPELLINGS = /[aou]e|str$/;
const SAME = new Map(SAME_WORDS.flatMap((words) => words.map((word) => [word, words] as const)));

/** Words as they compare, like words_of() in the database: `Büchel 51` -> `buchel`, `51`. */
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

/** Letters; the database looks for no longer words, and words_of() reads 400 letters of a lot. */
const WORD_LENGTH_MAX = 400;

/** Whether these may be words of a lot. */
export function mayBeOfLot(words: readonly string[]): boolean {
  return words.every((word) => word.length <= WORD_LENGTH_MAX);
}

/** A word and others that are written for it: `st` for `street`, `buchel` for `buechel`. */
function spellingsOf(word: string): readonly string[] {
  const same = SAME.get(word);
  if (same === undefined && !HAS_SPELLINGS.test(word)) return [word];
  const flat = word.replace(/([aou])e/g, '$1');
  const whole = word.replace(/^(.{3,})str$/, '$1strasse');
  return [...new Set([...(same ?? [word]), flat, whole])];
}

/** Tells of a word whether it is one of these, in whatever spelling. */
export function sameAsOneOf(words: readonly string[]): (word: string) => boolean {
  const said = new Set(words);
  const spelled = new Set(words.flatMap(spellingsOf));
  return (word) => spelled.has(word) || spellingsOf(word).some((one) => said.has(one));
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
