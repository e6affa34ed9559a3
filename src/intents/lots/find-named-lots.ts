import type { Querier } from '../../stores/postgres.ts';
import { FILLER_WORDS } from '../places/filler-words.ts';
import { AREA_WORDS, LANDMARK_WORDS, PARKING_WORDS } from '../places/place-kinds.ts';
import { cleanText, type MappedText, sourceOf } from '../text/mapped-text.ts';
import { COUNTED } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import { writeDigits } from '../text/write-digits.ts';
import { wordsOf } from './lot-words.ts';
import type { NamedLot } from './named-lot.ts';

/** A part of the text that is the whole name of one or more lots. */
type NameInText = { text: string; at: number; lots: NamedLot[] };

const NAME_WORDS_MAX = 10;
const SLUG_LENGTH_MAX = 80;
const LOTS_MAX = 100;
const COMMON_WORDS_MIN = 3;
/** Of the text after a number. */
const UNIT_LENGTH_MAX = 20;

const UNIT = new RegExp(`^ ?${COUNTED}\\b`, 'i');

/**
 * The lots of one world whose whole name is in the text, in the order of the text. When one name is
 * within another, the longer one counts. Names of only everyday words (`Parking`, `City`,
 * `Station`) are not looked for.
 */
export async function findNamedLots(
  db: Querier,
  text: string,
  livemode: boolean,
): Promise<NameInText[]> {
  const clean = cleanText(text);
  const inDigits = writeDigits(clean);
  const spans = new Map<string, { mapped: MappedText; span: Span }>();
  for (const mapped of inDigits.text === clean.text ? [clean] : [inDigits, clean])
    for (const [slug, span] of slugsOf(mapped)) spans.set(slug, { mapped, span });
  const lots = await db.query<NamedLot & { name_slug: string }>('lots_list_named', {
    livemode,
    names: [...spans.keys()],
    row_limit: LOTS_MAX,
  });
  const names = [...Map.groupBy(lots, (lot) => lot.name_slug)].flatMap(([slug, named]) => {
    const place = spans.get(slug);
    if (place === undefined) return [];
    const { mapped, span } = place;
    const at = mapped.sourceAt[span.from] ?? 0;
    return [{ text: sourceOf(text, mapped, span), at, lots: named }];
  });
  return names
    .filter((name) => !names.some((other) => other !== name && holds(other, name)))
    .toSorted((a, b) => a.at - b.at);
}

function holds(a: NameInText, b: NameInText): boolean {
  const isWithin = a.at <= b.at && b.at + b.text.length <= a.at + a.text.length;
  return isWithin && a.text.length > b.text.length;
}

/** Each run of words as a slug, with its position in the text. */
function slugsOf(mapped: MappedText): [string, Span][] {
  const words = wordsIn(mapped.text);
  return words.flatMap((first, index) => {
    if (first.parts.length === 0) return [];
    const found: [string, Span][] = [];
    const run: Run = { slug: '', flat: '', parts: [] };
    for (const last of words.slice(index, index + NAME_WORDS_MAX)) {
      goOn(run, last);
      if (last.parts.length === 0 || !saysMore(run.parts, mapped.text, last.to)) continue;
      const span = { from: first.from, to: last.to };
      found.push([shortened(run.slug), span]);
      if (run.flat !== run.slug) found.push([shortened(run.flat), span]);
    }
    return found;
  });
}

type Part = { text: string; isCommon: boolean; isNumber: boolean };
type Word = Span & { parts: Part[] };
/** `flat`: the slug with, for example, `o` in place of `oe`. */
type Run = { slug: string; flat: string; parts: Part[] };

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    ...spanOf(match),
    parts: wordsOf(match[0])
      .filter((part) => /^[a-z0-9]+$/.test(part))
      .map((part) => ({
        text: part,
        isCommon: FILLER_WORDS.has(part) || PARKING_WORDS.has(part),
        isNumber: /^\d+$/.test(part),
      })),
  }));
}

function goOn(run: Run, { parts }: Word): void {
  for (const part of parts) {
    const dash = run.parts.length === 0 ? '' : '-';
    run.slug += dash + part.text;
    run.flat += dash + part.text.replace(/([aou])e/g, '$1');
    run.parts.push(part);
  }
}

function shortened(slug: string): string {
  return slug.slice(0, SLUG_LENGTH_MAX).replace(/-$/, '');
}

/** Whether words can be a name. The text continues at `to`: `lot 2`, but not `lot 2 hours`. */
function saysMore(parts: readonly Part[], text: string, to: number): boolean {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const isOfEveryTown = AREA_WORDS.has(only.text) || LANDMARK_WORDS.has(only.text);
    const isWord = only.text.length > 2 && /[a-z]/.test(only.text);
    return isWord && !only.isCommon && !isOfEveryTown;
  }
  // Three such words in a row can only be a name: `back bay garage`.
  const isLong = parts.length >= COMMON_WORDS_MIN && parts.every(({ text }) => text.length > 2);
  if (isLong && parts.some((part) => PARKING_WORDS.has(part.text))) return true;
  const telling = parts.filter(({ isCommon }) => !isCommon);
  if (telling.some(({ isNumber }) => !isNumber)) return true;
  return telling.length > 0 && !UNIT.test(text.slice(to, to + UNIT_LENGTH_MAX));
}
