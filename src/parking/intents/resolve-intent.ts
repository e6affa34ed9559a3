import type { Geocoder } from '../../kit/places/geocoder.ts';
import { INTENT_LENGTH_MAX } from '../../kit/words/wish.ts';
import type { Querier } from '../../stores/postgres.ts';
import { findLot } from '../lots/find-lot.ts';
import type { Lot } from '../lots/lot.ts';
import type { Intent, IntentProblem } from './intent.ts';
import type { IntentPlace, NoPlace, Refusal, ResolvedPlace } from './lots/place-answer.ts';
import { resolvePlace } from './lots/resolve-place.ts';
import { readIntent } from './read-intent.ts';

export type { Refusal };

/** A stay as asked for: at one lot, or at any lot within the radius of a place. */
export type ResolvedIntent = {
  lotId: string | null;
  /** The lot, when its id was given separately from the text. */
  givenLot?: Lot;
  place: IntentPlace;
  /** IANA name of the zone in which the text's times were read. */
  timezone: string;
  intent: Intent;
};

type IntentContext = {
  now: Date;
  livemode: boolean;
  /** Given separately from the text; then the place that the text names is ignored. */
  lotId?: string;
  /** Given separately from the text; then problems of the text with these parts do not count. */
  given?: readonly IntentProblem['part'][];
};

/**
 * The zone until the place is known: the last one in which a day ends, so that no day is past
 * early.
 */
const ZONE_OF_NOWHERE = 'Etc/GMT+12';

/**
 * Reads an intent and finds its place and time, or says what is missing. The answer depends only on
 * the text, the world and the instant. Errors: NOT_FOUND when `lotId` is not a lot of this world.
 */
export async function resolveIntent(
  deps: { db: Querier; geocoder: Geocoder },
  text: string,
  context: IntentContext,
): Promise<ResolvedIntent | Refusal> {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const { now, livemode, lotId, given = [] } = context;
  const nowhere = { now, timezone: ZONE_OF_NOWHERE };
  const first = readIntent(source, nowhere);
  const inText = await placeInText(deps, source, first, { now, livemode, lotId });
  const resolved =
    lotId === undefined ? inText.resolved : await givenPlace(deps.db, lotId, livemode);
  if ('missing' in resolved) {
    const { around, ...refusal } = withoutPlace(resolved, first, given);
    if (around === undefined) return refusal;
    const { problems } = readIntent(source, { ...nowhere, placeNames: inText.names });
    return problems.length > 0 ? refusal : { ...refusal, around };
  }
  const { timezone } = resolved;
  const intent = readIntent(source, { now, timezone, placeNames: inText.names });
  const problems = intent.problems.filter(({ part }) => !given.includes(part));
  if (problems.length > 0) return { missing: missingIn(problems), candidates: [], problems };
  return { ...resolved, place: withinSaid(resolved, intent), intent };
}

/**
 * The place that the text names; not looked up when a lot is given and all words are understood.
 */
async function placeInText(
  deps: { db: Querier; geocoder: Geocoder },
  text: string,
  first: Intent,
  { now, livemode, lotId }: { now: Date; livemode: boolean; lotId: string | undefined },
): ReturnType<typeof resolvePlace> {
  const { placePhrases, plateTexts, point } = first;
  if (lotId !== undefined && first.problems.every(({ part }) => part !== 'words'))
    return { resolved: { missing: ['place'], candidates: [] }, names: [] };
  return resolvePlace(deps, {
    ...{ text, livemode, placePhrases, plateTexts, point },
    isAround: first.withinM !== null,
    read: (part, placeNames) => readIntent(part, { now, timezone: ZONE_OF_NOWHERE, placeNames }),
  });
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

async function givenPlace(
  db: Querier,
  lotId: string,
  livemode: boolean,
): Promise<ResolvedPlace & { givenLot: Lot }> {
  const givenLot = await findLot(db, lotId, livemode);
  const { name, latitude, longitude, timezone } = givenLot;
  const place = { label: name, lat: latitude, lng: longitude, radiusM: 0, attribution: null };
  return { lotId: givenLot.lotId, place, timezone, givenLot };
}

/** The place with the radius that the text gives it. */
function withinSaid({ lotId, place }: ResolvedPlace, { withinM }: Intent): IntentPlace {
  return lotId !== null || withinM === null ? place : { ...place, radiusM: withinM };
}
