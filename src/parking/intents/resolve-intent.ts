import type { Geocoder } from '../../kit/places/geocoder.ts';
import { readCoordinates } from '../../kit/words/places/read-coordinates.ts';
import { cleanText } from '../../kit/words/text/mapped-text.ts';
import { INTENT_LENGTH_MAX } from '../../kit/words/wish.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { findLot } from '../lots/find-lot.ts';
import type { Lot } from '../lots/lot-columns.ts';
import type { Intent, IntentProblem } from './intent.ts';
import type { IntentPlace, NoPlace, Refusal, ResolvedPlace } from './lots/place-answer.ts';
import { resolvePlace } from './lots/resolve-place.ts';
import { isAccountedFor, readIntent } from './read-intent.ts';
import { type ReadText, readText } from './read-text.ts';

export type { Refusal };

/** A stay as asked for: at one lot, or at any lot within the radius of a place. */
export type ResolvedIntent = {
  lotId: string | null;
  /** The lot, when it has been read already. */
  lot?: Lot;
  place: IntentPlace;
  /** IANA name of the zone in which the text's times were read. */
  timezone: string;
  /** As of when the text was read. */
  now: Date;
  intent: Intent;
};

type IntentContext = {
  /** null: by the database's clock. */
  now: Date | null;
  livemode: boolean;
  /** Given separately from the text; then the place that the text names is ignored. */
  lotId?: string;
  /** Given separately from the text; then problems of the text with these parts do not count. */
  given?: readonly IntentProblem['part'][];
};

/** Reads the text where these parts of it are names. */
type Read = (names: readonly string[]) => ReadText;

/**
 * The zone until the place is known: a day ends there last, so no day is over too early.
 */
const ZONE_OF_NOWHERE = 'Etc/GMT+12';

/**
 * Reads an intent and finds its place, then its time in the zone of that place, or says what is
 * missing. The answer depends only on the text, the mode and the instant. Errors: NOT_FOUND when
 * `lotId` is not a lot of this mode.
 */
export async function resolveIntent(
  deps: { db: Querier; geocoder: Geocoder },
  text: string,
  context: IntentContext,
): Promise<ResolvedIntent | Refusal> {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const read = readerOf(source);
  const { livemode, lotId, given = [] } = context;
  const lot = lotId === undefined ? undefined : await findLot(deps.db, lotId, livemode);
  const inText = await placeInText(deps, source, read, { livemode, lot });
  const resolved = lot === undefined ? inText.resolved : placeOf(lot);
  if ('missing' in resolved) {
    const nowhere = {
      now: context.now ?? (await readClock(deps.db)),
      timezone: ZONE_OF_NOWHERE,
    };
    const { around, ...refusal } = withoutPlace(resolved, readIntent(read([]), nowhere), given);
    if (around === undefined) return refusal;
    const { problems } = readIntent(read(inText.names), nowhere);
    return problems.length > 0 ? refusal : { ...refusal, around };
  }
  const at = await clockAt(deps.db, resolved, { ...context, lot });
  const { timezone } = resolved;
  const intent = readIntent(read(inText.names), { now: at.now, timezone });
  const problems = intent.problems.filter(({ part }) => !given.includes(part));
  if (problems.length > 0) return { missing: missingIn(problems), candidates: [], problems };
  return { ...resolved, ...at, place: withStatedRadius(resolved, intent), intent };
}

/** Reads the text at most once for the same names. */
function readerOf(text: string): Read {
  const texts = new Map<string, ReadText>();
  return (names) => {
    const key = JSON.stringify(names);
    const known = texts.get(key) ?? readText(text, names);
    texts.set(key, known);
    return known;
  };
}

/**
 * The place that the text names; not looked up when a lot is given and all words are understood.
 */
async function placeInText(
  deps: { db: Querier; geocoder: Geocoder },
  text: string,
  read: Read,
  { livemode, lot }: { livemode: boolean; lot: Lot | undefined },
): ReturnType<typeof resolvePlace> {
  if (lot !== undefined && isAccountedFor(read([])))
    return { resolved: { missing: ['place'], candidates: [] }, names: [] };
  return resolvePlace(deps, {
    ...{ text, livemode },
    point: readCoordinates(cleanText(text).text)?.point ?? null,
    read: (names) => read(names).stated,
    isUnderstood: (names) => isAccountedFor(read(names)),
    phrasesIn: (part) => readText(part, []).stated.placePhrases,
  });
}

/** As of when the text is read, and the lot that is meant, where it was read for its clock. */
async function clockAt(
  db: Querier,
  { lotId }: ResolvedPlace,
  { now, livemode, lot }: IntentContext & { lot: Lot | undefined },
): Promise<Pick<ResolvedIntent, 'now' | 'lot'>> {
  const known = lot ?? (now === null && lotId !== null ? await findLot(db, lotId, livemode) : null);
  if (known === null) return { now: now ?? (await readClock(db)) };
  return { now: now ?? known.now, lot: known };
}

/**
 * The refusal of a text without a place. Words that may name the place are not reported a second
 * time as a problem.
 */
function withoutPlace(
  { missing, ...place }: NoPlace,
  { placePhrases, problems }: Intent,
  given: readonly IntentProblem['part'][],
): Refusal {
  const isName = (text: string | null) =>
    text !== null && placePhrases.some((phrase) => phrase.text.includes(text));
  const others = problems.filter(({ part, text }) => !given.includes(part) && !isName(text));
  return { ...place, missing: [...missing, ...missingIn(others)], problems: others };
}

function missingIn(problems: readonly IntentProblem[]): 'time'[] {
  return problems.some(({ part }) => part === 'time') ? ['time'] : [];
}

function placeOf({ lotId, name, latitude, longitude, timezone }: Lot): ResolvedPlace {
  const place = { label: name, lat: latitude, lng: longitude, radiusM: 0, attribution: null };
  return { lotId, place, timezone };
}

/** The place with the radius that the text gives it. */
function withStatedRadius({ lotId, place }: ResolvedPlace, { withinM }: Intent): IntentPlace {
  return lotId !== null || withinM === null ? place : { ...place, radiusM: withinM };
}
