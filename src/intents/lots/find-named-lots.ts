import type { Querier } from '../../stores/postgres.ts';
import { FILLER_WORDS } from '../places/filler-words.ts';
import { AREA_WORDS, LANDMARK_WORDS, PARKING_WORDS } from '../places/place-kinds.ts';
import { cleanText, type MappedText, sourceOf } from '../text/mapped-text.ts';
import { COUNTED } from '../text/pattern.ts';
import { type Span, spanOf } from '../text/span.ts';
import { writeDigits } from '../text/write-digits.ts';
import { wordsOf } from './lot-words.ts';
import type { NamedLot } from './named-lot.ts';

/** A part of the text that is the whole name of one or several lots. */
type NameInText = { text: string; at: number; lots: NamedLot[] };

const NAME_WORDS_MAX = 10;
const SLUG_LENGTH_MAX = 80;
const LOTS_MAX = 100;

const UNIT = new RegExp(`^ ?${COUNTED}\\b`, 'i');

type Word = Span & { parts: string[] };

/**
 * The lots of one world that the text calls by their whole name or slug, in the order of the text.
 * Where one name is within another, the longer counts. A name that says no more than any word of
 * every day does (`Parking`, `City`, `Station`) is not looked for.
 */
export async function findNamedLots(
  db: Querier,
  text: string,
  livemode: boolean,
): Promise<NameInText[]> {
  const clean = cleanText(text);
  const spans = new Map([...slugsOf(text, writeDigits(clean)), ...slugsOf(text, clean)]);
  const lots = await db.query<NamedLot>('lots_list_named', {
    livemode,
    slugs: [...spans.keys()],
    row_limit: LOTS_MAX,
  });
  const names = [...Map.groupBy(lots, ({ slug }) => slug)].flatMap(([slug, named]) => {
    const place = spans.get(slug);
    return place === undefined ? [] : [{ ...place, lots: named }];
  });
  return names
    .filter((name) => !names.some((other) => other !== name && holds(other, name)))
    .toSorted((a, b) => a.at - b.at);
}

function holds(a: NameInText, b: NameInText): boolean {
  const isWithin = a.at <= b.at && b.at + b.text.length <= a.at + a.text.length;
  return isWithin && a.text.length > b.text.length;
}

/** Each run of words as the slug it would be, and where it stands in the source. */
function slugsOf(source: string, mapped: MappedText): [string, { text: string; at: number }][] {
  const words: Word[] = [...mapped.text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    ...spanOf(match),
    parts: wordsOf(match[0]).filter((part) => /^[a-z0-9]+$/.test(part)),
  }));
  return words.flatMap((first, index) => {
    const run: Word[] = [];
    return words.slice(index, index + NAME_WORDS_MAX).flatMap((last) => {
      run.push(last);
      const parts = run.flatMap((word) => word.parts);
      if (first.parts.length === 0 || last.parts.length === 0) return [];
      if (!saysMore(parts, mapped.text.slice(last.to))) return [];
      const text = sourceOf(source, mapped, { from: first.from, to: last.to });
      const place = { text, at: mapped.sourceAt[first.from] ?? 0 };
      const spellings = new Set([parts, parts.map((part) => part.replace(/([aou])e/g, '$1'))]);
      return [...spellings].map((spelling): [string, typeof place] => [
        spelling.join('-').slice(0, SLUG_LENGTH_MAX).replace(/-$/, ''),
        place,
      ]);
    });
  });
}

/** Whether words are a name; `after` comes behind them: `lot 2`, but not `lot 2 hours`. */
function saysMore(parts: readonly string[], after: string): boolean {
  const isCommon = (word: string) => FILLER_WORDS.has(word) || PARKING_WORDS.has(word);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const isOfEveryTown = AREA_WORDS.has(only) || LANDMARK_WORDS.has(only);
    return only.length > 2 && /[a-z]/.test(only) && !isCommon(only) && !isOfEveryTown;
  }
  const isNumber = (word: string) => /^\d+$/.test(word);
  const telling = parts.filter((word) => !isCommon(word));
  return telling.some((word) => !isNumber(word)) || (telling.length > 0 && !UNIT.test(after));
}
