const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In such a text every code unit is a character; segmenting it takes several times as long. */
const PLAIN = /^[ -~]*$/;

/** The characters of a text as readers see them: a letter with its marks is one. */
export function charactersOf(text: string): string[] {
  if (PLAIN.test(text)) return text.split('');
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}
