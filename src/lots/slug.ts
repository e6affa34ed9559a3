const SLUG_LENGTH_MAX = 80;

/** Letters that Unicode does not take apart into a base letter and an accent. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** `Parkhaus Büchel` -> `parkhaus-buchel`; `lot` where no Latin letter or digit is left. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => UNDIVIDED[letter] ?? '');
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  return words.join('-').slice(0, SLUG_LENGTH_MAX).replace(/-$/, '') || 'lot';
}
