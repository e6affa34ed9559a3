/** A part of a text: `[from, to)`. */
export type Span = { from: number; to: number };

/** Replaces characters that were read; clean text never contains it. */
export const TAKEN = '\ue000';
/** Replaces a part of an address, which only says where and counts as a word of a name. */
export const HELD = '\ue001';

/** Replaces a time or an amount that was read, so that the words around it can be judged. */
export const TAKEN_TIME = '\ue003';
export const TAKEN_AMOUNT = '\ue004';
/** Replaces a vehicle, a feature, a count or a distance; names and plates are `TAKEN`. */
export const TAKEN_THING = '\ue006';

/** The position of a match. */
export function spanOf(match: RegExpExecArray): Span {
  return { from: match.index, to: match.index + match[0].length };
}

/** The positions of all matches of a global pattern. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  // Most patterns do not match, and `search` copies none, as `matchAll` does.
  return text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)].map(spanOf);
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

/** The text with `TAKEN`, or another sign, in place of every character of the spans. */
export function blank(text: string, spans: readonly Span[], sign = TAKEN): string {
  if (spans.length === 0) return text;
  const units = text.split('');
  for (const { from, to } of spans) units.fill(sign, from, to);
  return units.join('');
}
