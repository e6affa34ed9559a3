import { AppError, badField } from '../../kit/errors.ts';
import type { Geocoder } from '../../kit/places/geocoder.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Intent } from './intent.ts';
import { limitQuestions } from './lots/limit-questions.ts';
import type { IntentCandidate, IntentPlace, NoPlace, ResolvedPlace } from './lots/place-answer.ts';
import { placeAround } from './lots/place-around.ts';
import { resolveIntent } from './resolve-intent.ts';

/** The field of a request that has the text. */
const FIELD = 'near';
const RETRY_AFTER_SECONDS = 5;

type Deps = { db: Querier; geocoder: Geocoder };
type Context = { livemode: boolean; now: Date };

/**
 * The place that a text names, and nothing but a place, by the rules of reservations in words: a
 * town or district, an address that the geocoder knows, or listed lots by their names. A place with
 * no lots around it is one, too, unless another of its name may be meant. Errors: BAD_REQUEST
 * naming `near`, with up to three `candidates`; INTERNAL (503) when the geocoding provider does not
 * answer.
 */
export async function findPlace(
  { db, geocoder }: Deps,
  text: string,
  { livemode, now }: Context,
): Promise<IntentPlace> {
  let isFallback = false;
  const watched: Geocoder = {
    async geocode(query, limit) {
      const answer = await geocoder.geocode(query, limit);
      isFallback ||= answer.isFallback === true;
      return answer;
    },
  };
  const found = await resolve({ db, geocoder: watched }, text, { livemode, now });
  if ('place' in found) return found.place;
  if (found.around !== undefined) return found.around;
  throw isFallback ? noAnswer() : unclearPlace(found.candidates);
}

async function resolve(
  { db, geocoder }: Deps,
  text: string,
  { livemode, now }: Context,
): Promise<Pick<ResolvedPlace, 'place'> | Pick<NoPlace, 'candidates' | 'around'>> {
  const whole = await limitQuestions(geocoder)(text);
  // Words of a town's name may have other meanings in a sentence: `Friday Harbor`.
  if (whole !== undefined && whole.place.population !== null)
    return placeAround(db, whole, livemode);
  const resolved = await resolveIntent({ db, geocoder }, text, { livemode, now });
  if ('intent' in resolved && saysMore(resolved.intent))
    throw badField(
      FIELD,
      'names more than a place: times, plates and prices have their own fields',
    );
  return resolved;
}

function saysMore(intent: Intent): boolean {
  const { startsAt, durationMinutes, plate, maxRate, withinM } = intent;
  return [startsAt, durationMinutes, plate, maxRate, withinM].some((stated) => stated !== null);
}

/** The message does not quote the text, which may be the address of a home. */
function unclearPlace(candidates: readonly IntentCandidate[]): AppError {
  const [reason, message] =
    candidates.length > 1
      ? ['several_places', 'names several places: say the state or country too, or lat and lng']
      : [
          'unknown_place',
          'names no place that is known here. Known are towns and districts, with their state or ' +
            'country after a comma, and listed lots by name; for callers with a key also ' +
            'addresses, where the service asks a geocoding provider',
        ];
  return new AppError('BAD_REQUEST', `${FIELD}: ${message}`, {
    details: { reason, field: FIELD, candidates },
  });
}

function noAnswer(): AppError {
  return new AppError('INTERNAL', 'the geocoding provider does not answer; try again', {
    status: 503,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
