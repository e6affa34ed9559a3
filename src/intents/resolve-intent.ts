import type { Geocoder } from '../geocoding/geocoder.ts';
import { findLot } from '../lots/find-lot.ts';
import type { Lot } from '../lots/lot.ts';
import type { Querier } from '../stores/postgres.ts';
import { INTENT_LENGTH_MAX, type Intent } from './intent.ts';
import type { IntentPlace, Refusal, ResolvedPlace } from './lots/place-answer.ts';
import { resolvePlace } from './lots/resolve-place.ts';
import { readIntent } from './read-intent.ts';

/** A stay as it was asked for: at one lot, or at any within the radius of a place. */
export type ResolvedIntent = {
  lotId: string | null;
  /** The lot, where it was given beside the text. */
  givenLot?: Lot;
  place: IntentPlace;
  /** IANA name: by whose clocks the text was read. */
  timezone: string;
  intent: Intent;
};

type IntentContext = {
  now: Date;
  livemode: boolean;
  /** Named beside the text: what the text says of a place is then not looked at. */
  lotId?: string;
  /** A time is given beside the text: an unclear one in it is then no reason to refuse. */
  isTimeGiven?: boolean;
};

/** Until the place is known: the last zone in which a day ends, so that least is past. */
const ZONE_OF_NOWHERE = 'Etc/GMT+12';

/**
 * Reads an intent and finds its place and time, or says what is missing of them: the same answer
 * for the same text, world and instant. Errors: NOT_FOUND when `lotId` is no lot of this world.
 */
export async function resolveIntent(
  deps: { db: Querier; geocoder: Geocoder },
  text: string,
  context: IntentContext,
): Promise<ResolvedIntent | Refusal> {
  const source = text.slice(0, INTENT_LENGTH_MAX);
  const { now, livemode } = context;
  const nowhere = { now, timezone: ZONE_OF_NOWHERE };
  const first = readIntent(source, nowhere);
  const { resolved, names } =
    context.lotId === undefined
      ? await resolvePlace(deps, {
          text: source,
          livemode,
          isAround: first.withinM !== null,
          placePhrases: first.placePhrases,
          phrasesBut: (placeNames) => readIntent(source, { ...nowhere, placeNames }).placePhrases,
        })
      : { resolved: await placeOfGivenLot(deps.db, context.lotId, livemode), names: [] };
  const isTimeGiven = context.isTimeGiven === true;
  if ('missing' in resolved)
    return first.isTimeUnclear && !isTimeGiven
      ? { ...resolved, missing: [...resolved.missing, 'time'] }
      : resolved;
  const intent = readIntent(source, { now, timezone: resolved.timezone, placeNames: names });
  if (intent.isTimeUnclear && !isTimeGiven) return { missing: ['time'], candidates: [] };
  return { ...resolved, place: withinSaid(resolved, intent), intent };
}

async function placeOfGivenLot(
  db: Querier,
  lotId: string,
  livemode: boolean,
): Promise<ResolvedPlace & { givenLot: Lot }> {
  const givenLot = await findLot(db, lotId, livemode);
  const { lot_id, name, latitude, longitude, timezone } = givenLot;
  const place = { label: name, lat: latitude, lng: longitude, radiusM: 0, attribution: null };
  return { lotId: lot_id, place, timezone, givenLot };
}

/** The place with the radius that the text gives it. */
function withinSaid({ lotId, place }: ResolvedPlace, { withinM }: Intent): IntentPlace {
  return lotId !== null || withinM === null ? place : { ...place, radiusM: withinM };
}
