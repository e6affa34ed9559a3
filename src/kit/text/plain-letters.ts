/** Letters that Unicode does not decompose into a base letter and an accent. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ə: 'e',
};

/** The text in lower case and without accents: `Straße Ångström` -> `strasse angstrom`. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßæœøđðħłþıə]/g, (letter) => UNDIVIDED[letter] ?? '');
}
