/** Characters that nobody sees: bidirectional controls, zero-width characters, tags, and more. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/gu;
const BREAKS = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu;

/** Tells at once that a text has none of these, as nearly every text. */
const SUSPECT = new RegExp(`${UNSEEN.source}|${BREAKS.source}|\\p{Surrogate}`, 'u');

/**
 * Text of others in one line, with nothing in it that a reader does not see; what is longer than
 * `lengthMax` is cut and ends with `…`.
 */
export function visibleText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax && !SUSPECT.test(text)) return text;
  const seen = text.replaceAll(UNSEEN, '').replaceAll(BREAKS, ' ');
  return (seen.length > lengthMax ? `${seen.slice(0, lengthMax)}…` : seen).toWellFormed();
}
