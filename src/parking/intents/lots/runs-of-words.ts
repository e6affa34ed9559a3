import { ALSO_IN_NAMES, FILLER_WORDS } from '../../../kit/words/places/filler-words.ts';
import {
  AREA_WORDS,
  LANDMARK_WORDS,
  PARKING_WORDS,
} from '../../../kit/words/places/place-kinds.ts';
import { cleanText, type MappedText, sourceOf } from '../../../kit/words/text/mapped-text.ts';
import { COUNTED } from '../../../kit/words/text/pattern.ts';
import { type Span, spanOf } from '../../../kit/words/text/span.ts';
import { writeDigits } from '../../../kit/words/text/write-digits.ts';
import { wordsOf } from './lot-words.ts';

/** Words of the text, one after another, that can be a name. */
export type RunOfWords = {
  /** As name_slug() of the database would write them. */
  slug: string;
  text: string;
  /** Where `text` begins in the source. */
  at: number;
};

const NAME_WORDS_MAX = 10;
const SLUG_LENGTH_MAX = 80;
const COMMON_WORDS_MIN = 3;
/** Of the text after a number. */
const UNIT_LENGTH_MAX = 20;

const UNIT = new RegExp(`^ ?${COUNTED}\\b`, 'i');
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * Each run of words that can be a name, in all its spellings: with numbers in words and in digits,
 * with `u` and with `ue` for `ü`. Of equal runs, only the last in the text.
 */
export function runsOfWords(text: string): RunOfWords[] {
  const clean = cleanText(text);
  const inDigits = writeDigits(clean);
  const runs = new Map<string, RunOfWords>();
  for (const mapped of inDigits.text === clean.text ? [clean] : [inDigits, clean])
    for (const [slug, span] of slugsOf(mapped)) {
      const at = mapped.sourceAt[span.from] ?? 0;
      runs.set(slug, { slug, at, text: sourceOf(text, mapped, span) });
    }
  return [...runs.values()];
}

/** The slug without spaces, as by name_key() of the database; `1-2` is not `12`. */
export function keyOf(slug: string): string {
  return slug.replace(/(?<!\d)-|-(?!\d)/g, '');
}

function slugsOf(mapped: MappedText): [string, Span][] {
  const isShouted = !/\p{Ll}/u.test(mapped.text);
  const words = wordsIn(mapped.text);
  return words.flatMap((first, index) => {
    if (first.parts.length === 0) return [];
    const found: [string, Span][] = [];
    const run: Run = { slug: '', flat: '', full: '', parts: [], isCapital: !isShouted };
    for (const last of words.slice(index, index + NAME_WORDS_MAX)) {
      goOn(run, last);
      if (last.parts.length === 0 || !saysMore(run, mapped.text, last.to)) continue;
      const span = { from: first.from, to: last.to };
      for (const slug of new Set([run.slug, run.flat, run.full].map(shortened)))
        found.push([slug, span]);
    }
    return found;
  });
}

type Part = { text: string; full: string; isCommon: boolean; isNumber: boolean };
type Word = Span & { parts: Part[]; isCapital: boolean };
/** `flat`: the slug with `o` in place of `oe`; `full`: with `oe` in place of `ö`. */
type Run = { slug: string; flat: string; full: string; parts: Part[]; isCapital: boolean };

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => {
    const [word] = match;
    const full = wordsOf(word.replace(/[äöüøå]/gi, (one) => UMLAUTS[one.toLowerCase()] ?? one));
    const parts = wordsOf(word)
      .map((part, index) => ({ part, full: full[index] ?? part }))
      .filter(({ part }) => /^[a-z0-9]+$/.test(part))
      .map((one) => ({
        text: one.part,
        full: one.full,
        isCommon: FILLER_WORDS.has(one.part) || PARKING_WORDS.has(one.part),
        isNumber: /^\d+$/.test(one.part),
      }));
    return { ...spanOf(match), parts, isCapital: !/^\p{Ll}/u.test(word) };
  });
}

function goOn(run: Run, { parts, isCapital }: Word): void {
  run.isCapital &&= isCapital;
  for (const part of parts) {
    const dash = run.parts.length === 0 ? '' : '-';
    run.slug += dash + part.text;
    run.flat += dash + part.text.replace(/([aou])e/g, '$1');
    run.full += dash + part.full;
    run.parts.push(part);
  }
}

function shortened(slug: string): string {
  return slug.slice(0, SLUG_LENGTH_MAX).replace(/-$/, '');
}

/** Whether words can be a name. The text continues at `to`: `lot 2`, but not `lot 2 hours`. */
function saysMore({ parts, isCapital }: Run, text: string, to: number): boolean {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const isOfEveryTown = AREA_WORDS.has(only.text) || LANDMARK_WORDS.has(only.text);
    const isWord = only.text.length > 2 && /[a-z]/.test(only.text);
    return isWord && !only.isCommon && !isOfEveryTown;
  }
  const telling = parts.filter(({ isCommon }) => !isCommon);
  if (telling.some(({ isNumber }) => !isNumber)) return true;
  const others = parts.filter(({ isNumber, text: one }) => !isNumber && !PARKING_WORDS.has(one));
  // `24 Hour Deck` and `back bay garage` can only be names; `24 hour garage` and `covered parking
  // garage` are words of a sentence, and no lot is found by them.
  const isOwn = isCapital || others.every((one) => one.text.length === 1 || isAlsoInNames(one));
  if (telling.length > 0) return isOwn && !UNIT.test(text.slice(to, to + UNIT_LENGTH_MAX));
  const isLong = parts.length >= COMMON_WORDS_MIN && parts.every((one) => one.text.length > 2);
  return isOwn && isLong && others.length > 0 && others.length < parts.length;
}

function isAlsoInNames({ text }: Part): boolean {
  return ALSO_IN_NAMES.has(text);
}
