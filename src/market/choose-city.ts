import { AppError, badField } from '../errors.ts';
import type { City } from '../geocoding/city-finder.ts';
import { findCities } from '../geocoding/find-cities.ts';
import { UNKNOWN_PLATFORM } from '../keys/caller.ts';
import { shownText } from '../shown-text.ts';
import type { Querier } from '../stores/postgres.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** A city in which there are lots, or agents' queries that may be told. */
export type KnownCity = City & { lotCount: number };

/** So many queries of a platform that has keys may be told, whoever made them. */
export const PLATFORM_QUERIES_MIN = 10;
const CANDIDATES_MAX = 10;
/** What is known of one, in memory. */
const BYTES_PER_CITY = 100;

/**
 * The city that is meant by a name and, where given, a state: the only one of that name with lots
 * or agents' queries that may be told. Throws BAD_REQUEST naming `state` when several have (with
 * `candidates`) or when it is no state, and NOT_FOUND when none has.
 */
export async function chooseCity(
  { db, answers }: { db: Querier; answers: KeptAnswers },
  asked: { city: string; state: string | null; livemode: boolean },
): Promise<KnownCity> {
  const { cities, isStateKnown } = await findCities(asked.city, asked.state);
  if (!isStateKnown)
    throw badField('state', `"${shownText(asked.state ?? '')}" is no state or country, like CA`);
  const distinct = cities.filter(isLargestOf);
  const ids = distinct.map(({ id }) => id);
  const { known } = await answers.find(`known cities ${ids}`, async () => ({
    known: await db.query<{ city_id: number; lot_count: number }>('cities_list_known', {
      city_ids: ids,
      livemode: asked.livemode,
      queries_min: PLATFORM_QUERIES_MIN,
      unknown_platform: UNKNOWN_PLATFORM,
    }),
    byteLength: BYTES_PER_CITY * ids.length,
  }));
  const [first, second] = known;
  if (first === undefined)
    throw new AppError('NOT_FOUND', `no lots and no queries of agents in ${shownText(asked.city)}`);
  const candidates = known.flatMap(({ city_id }) => distinct.filter(({ id }) => id === city_id));
  const [city] = candidates;
  if (second !== undefined || city === undefined) throw severalCities(candidates);
  return { ...city, lotCount: first.lot_count };
}

/**
 * Two cities of one name in one state cannot be told apart by a caller: the larger one is meant.
 * Cities come in the order of their people.
 */
function isLargestOf(city: City, index: number, cities: readonly City[]): boolean {
  return !cities
    .slice(0, index)
    .some(({ state, country }) => state === city.state && country === city.country);
}

function severalCities(candidates: readonly City[]): AppError {
  const shown = candidates.slice(0, CANDIDATES_MAX);
  return new AppError('BAD_REQUEST', 'several cities have this name: say the state or country', {
    details: {
      reason: 'several_cities',
      field: 'state',
      candidates: shown.map(({ name, state, country }) => ({ city: name, state, country })),
    },
  });
}
