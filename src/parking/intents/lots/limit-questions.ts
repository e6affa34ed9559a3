import type { Geocoder, NamedPlace } from '../../../kit/places/geocoder.ts';
import { placeName } from './phrase-words.ts';

export type Geocoded = { place: NamedPlace; others: readonly NamedPlace[]; attribution: string };
/** The best match of a whole phrase; undefined: none. */
export type AskGeocoder = (phrase: string) => Promise<Geocoded | undefined>;

/** A provider answers one question a second, and the caller is waiting. */
const QUESTIONS_MAX = 4;
/** Towns of the same name. */
const PLACES_MAX = 10;

/**
 * Asks a geocoder for a phrase, then for the phrase without words like `parking` or `downtown`. It
 * asks at most QUESTIONS_MAX questions, and none twice.
 */
export function limitQuestions(geocoder: Geocoder): AskGeocoder {
  const answers = new Map<string, Promise<Geocoded | undefined>>();
  const once = (query: string) => {
    const known = answers.get(query);
    if (known !== undefined) return known;
    if (query === '' || answers.size >= QUESTIONS_MAX) return Promise.resolve(undefined);
    const answer = ask(geocoder, query);
    answers.set(query, answer);
    return answer;
  };
  return async (phrase) => (await once(phrase)) ?? once(placeName(phrase));
}

async function ask(geocoder: Geocoder, query: string): Promise<Geocoded | undefined> {
  const { places, attribution, isPartial } = await geocoder.geocode(query, PLACES_MAX);
  const [place, ...others] = places;
  return place === undefined || isPartial ? undefined : { place, others, attribution };
}
