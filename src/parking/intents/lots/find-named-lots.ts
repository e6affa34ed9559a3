import type { Querier } from '../../../stores/postgres.ts';
import { sameAsOneOf, wordsOf } from './lot-words.ts';
import type { NamedLot } from './named-lot.ts';
import { keyOf, type RunOfWords, runsOfWords } from './runs-of-words.ts';

/** A part of the text that is the whole name of one or more lots. */
export type NameInText = {
  text: string;
  at: number;
  lots: NamedLot[];
  /** Whether more lots may be meant than these. */
  isCut: boolean;
};
/** `inner`: the names within the name, and those that share only some of its words. */
type OuterName = NameInText & { inner: NameInText[] };

/** Of one name; when there are more, none of them is found by its name. */
const LOTS_MAX = 100;
/** In one text; when there are more, none of them is sure. */
const NAMES_MAX = 10;

type NamedRow = NamedLot & { nameSlug: string; nameKey: string };

/**
 * The lots of one mode whose whole name is in the text, in the order of the text. With them are
 * those whose names differ from these only in case, accents, spaces or signs. Of names that share
 * words, the longest is listed, else the first, and the others are in its `inner`. Names of only
 * everyday words (`Parking`, `City`, `Station`) are not looked for, and those that are not `isName`
 * are left out.
 */
export async function findNamedLots(
  db: Querier,
  { text, livemode }: { text: string; livemode: boolean },
  isName: (part: string) => boolean,
): Promise<OuterName[]> {
  const runs = runsOfWords(text);
  const rows = await db.query<NamedRow>('lots_list_named', {
    livemode,
    keys: [...new Set(runs.map(({ slug }) => keyOf(slug)))],
    rowLimit: LOTS_MAX + 1,
  });
  const written = new Set(wordsOf(text));
  const lots = rows.filter((lot) => isWrittenOut(lot, written));
  const byKey = Map.groupBy(lots, (lot) => lot.nameKey);
  const all = [...Map.groupBy(runs, ({ at, text: stated }) => `${at}:${stated.length}`).values()]
    .map((spellings) => nameOf(spellings, byKey))
    .filter((name) => name !== undefined);
  const isTooMany = all.length > NAMES_MAX;
  const names = isTooMany
    ? all.map((name) => ({ ...name, isCut: true }))
    : all.filter((name) => isName(name.text));
  const longest = names
    .filter((name) => !names.some((other) => isWithin(name, other)))
    .toSorted((a, b) => a.at - b.at);
  return longest
    .filter((name, index) => !longest.slice(0, index).some((other) => overlaps(name, other)))
    .map((name) => ({
      ...name,
      inner: isTooMany ? [] : names.filter((other) => other !== name && overlaps(name, other)),
    }));
}

/**
 * Whether a name in the text that has all these words is that of a lot of this mode that is not
 * listed, or no longer there.
 */
export async function isHiddenName(
  db: Querier,
  text: string,
  words: readonly string[],
  livemode: boolean,
): Promise<boolean> {
  const hasAll = (run: RunOfWords) => words.every(sameAsOneOf(wordsOf(run.text)));
  const keys = runsOfWords(text)
    .filter(hasAll)
    .map(({ slug }) => keyOf(slug));
  const [row] = await db.query<{ isHidden: boolean }>('lots_any_named', { livemode, keys });
  return row?.isHidden === true;
}

/** Slugs have only Latin words; the others of a name must be in the text as well. */
function isWrittenOut({ name }: NamedLot, written: ReadonlySet<string>): boolean {
  return wordsOf(name).every((word) => /^[a-z0-9]+$/.test(word) || written.has(word));
}

/** The name in all its spellings; undefined when no lot is called exactly so. */
function nameOf(
  spellings: readonly RunOfWords[],
  byKey: ReadonlyMap<string, NamedRow[]>,
): NameInText | undefined {
  const [first] = spellings;
  const keys = new Set(spellings.map(({ slug }) => keyOf(slug)));
  const alike = [...keys].map((key) => byKey.get(key) ?? []);
  const lots = alike.flatMap((some) => some.slice(0, LOTS_MAX));
  const isCalledSo = lots.some((lot) => spellings.some(({ slug }) => slug === lot.nameSlug));
  if (first === undefined || !isCalledSo) return undefined;
  const isCut = alike.some((some) => some.length > LOTS_MAX);
  return { text: first.text, at: first.at, lots, isCut };
}

/** Whether a name is a part of another one. */
export function isWithin(a: NameInText, b: NameInText): boolean {
  const isPart = b.at <= a.at && a.at + a.text.length <= b.at + b.text.length;
  return isPart && a.text.length < b.text.length;
}

function overlaps(a: NameInText, b: NameInText): boolean {
  return a.at < b.at + b.text.length && b.at < a.at + a.text.length;
}
