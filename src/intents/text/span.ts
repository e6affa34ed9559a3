/** A part of a text: `[from, to)`. */
export type Span = { from: number; to: number };

/** Stands for characters that have been read; clean text never has it. */
export const TAKEN = '\ue000';
/** Stands for a part of an address: it says nothing but where, and is a word of a name. */
export const HELD = '\ue001';

/** What has been read, told apart for whoever accounts for the words beside it. */
export const TAKEN_TIME = '\ue003';
export const TAKEN_AMOUNT = '\ue004';
/** A vehicle, a feature, a count or a distance; names and plates stay `TAKEN`. */
export const TAKEN_THING = '\ue006';

/** Where a match of a pattern stands. */
export function spanOf(match: RegExpExecArray): Span {
  return { from: match.index, to: match.index + match[0].length };
}

/** Where all matches of a global pattern stand. */
export function spansOf(text: string, said: RegExp): Span[] {
  return [...text.matchAll(said)].map(spanOf);
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

/** The text with `TAKEN`, or another sign, for every character of the spans. */
export function blank(text: string, spans: readonly Span[], sign = TAKEN): string {
  if (spans.length === 0) return text;
  const units = text.split('');
  for (const { from, to } of spans) units.fill(sign, from, to);
  return units.join('');
}
