import { INTENT_LENGTH_MAX } from '../wish.ts';
import { charactersOf } from './characters.ts';
import { blank, type Span } from './span.ts';

/** Text made from other text: character `i` comes from the source at `sourceAt[i]`. */
export type MappedText = {
  text: string;
  /** One longer than the text: the last is the end of the last character's source. */
  sourceAt: readonly number[];
};

/** One form for signs that are written in several ways; fractions become decimals. */
const SIGNS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '″': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '‒': '-',
  '‐': '-',
  '•': '·',
  '・': '·',
  '‧': '·',
  '∙': '·',
  '⋅': '·',
  '×': 'x',
  '½': '.5',
  '¼': '.25',
  '¾': '.75',
};

/** Control characters, half surrogate pairs, private use, emoji: they mean nothing here. */
const NOISE = /[\p{C}\p{So}\p{Sk}\p{Variation_Selector}~|]/u;

/**
 * The text with one form of each sign, single spaces between words, none at the ends, and without
 * characters that mean nothing. Cleaning a clean text changes nothing.
 */
export function cleanText(source: string): MappedText {
  let text = '';
  const sourceAt: number[] = [];
  let at = 0;
  let end = 0;
  for (const character of charactersOf(source)) {
    // Some characters become many.
    if (text.length >= INTENT_LENGTH_MAX) break;
    const plain = SIGNS[character] ?? character.normalize('NFKC');
    for (const sign of plain) {
      const isSpace = /\s/.test(sign) || NOISE.test(sign);
      if (isSpace && (text === '' || text.endsWith(' '))) continue;
      const written = isSpace ? ' ' : (SIGNS[sign] ?? sign);
      text += written;
      for (let i = 0; i < written.length; i += 1) sourceAt.push(at);
      if (!isSpace) end = at + character.length;
    }
    at += character.length;
  }
  if (text.endsWith(' ')) {
    text = text.slice(0, -1);
    sourceAt.pop();
  }
  sourceAt.push(end);
  return { text, sourceAt };
}

/** Replaces each match of a global pattern; when `replace` returns undefined, the match stays. */
export function rewrite(
  mapped: MappedText,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): MappedText {
  // Most patterns do not match, and `search` copies none, as `matchAll` does.
  if (mapped.text.search(pattern) < 0) return mapped;
  let text = '';
  const sourceAt: number[] = [];
  let kept = 0;
  const keepUntil = (index: number) => {
    text += mapped.text.slice(kept, index);
    for (let i = kept; i < index; i += 1) sourceAt.push(mapped.sourceAt[i] ?? 0);
  };
  for (const match of mapped.text.matchAll(pattern)) {
    const replacement = replace(match);
    if (replacement === undefined) continue;
    keepUntil(match.index);
    text += replacement;
    for (let i = 0; i < replacement.length; i += 1)
      sourceAt.push(mapped.sourceAt[match.index] ?? 0);
    kept = match.index + match[0].length;
  }
  if (kept === 0) return mapped;
  keepUntil(mapped.text.length);
  sourceAt.push(mapped.sourceAt.at(-1) ?? 0);
  return { text, sourceAt };
}

/** The part of the source that a part of the text came from. */
export function sourceOf(source: string, mapped: MappedText, { from, to }: Span): string {
  return source.slice(mapped.sourceAt[from], mapped.sourceAt[to]).trim();
}

/** The mapped text with `TAKEN`, or another sign, in place of every character of the spans. */
export function take(mapped: MappedText, spans: readonly Span[], sign?: string): MappedText {
  return { ...mapped, text: blank(mapped.text, spans, sign) };
}
