const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as readers see them: a letter with its marks is one. */
export function charactersOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}
