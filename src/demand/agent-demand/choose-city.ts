import { UNKNOWN_PLATFORM } from '../../access/principals/principal.ts';
import { AppError, badField } from '../../kit/errors.ts';
import { type FoundCity, findCities, liesInState } from '../../kit/places/find-cities.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { AnswerCache } from '../tiles/answer-cache.ts';
import { statedCities } from './stated-cities.ts';

/** A city in which there are lots, or agents' queries that may be disclosed. */
export type KnownCity = FoundCity & { lotCount: number };

/** So many queries of a platform that has keys may be disclosed, whoever made them. */
export const PLATFORM_QUERIES_MIN = 10;
const CANDIDATES_MAX = 10;
/** What is known of one, in memory. */
const BYTES_PER_CITY = 200;

type Deps = { db: Querier; answers: AnswerCache };
type Asked = { city: string; state: string | null; livemode: boolean };

/**
 * The city that is meant by a name and, where given, a state: the only one of that name, or with a
 * district of that name, that has lots or agents' queries that may be disclosed. If there is none,
 * the one whose lots say that they are there. Throws BAD_REQUEST naming `state` when several have
 * (with `candidates`) or when it is no state, and NOT_FOUND when none has.
 */
export async function chooseCity(deps: Deps, asked: Asked): Promise<KnownCity> {
  const { city: name, state, livemode } = asked;
  const { cities, isStateKnown } = await findCities(name, state);
  if (!isStateKnown)
    throw badField('state', `"${shownText(state ?? '')}" is not a state or country such as CA`);
  const named = await knownAmong(deps, cities.filter(isLargestOf), livemode);
  const known = named.length > 0 ? named : await knownByLots(deps, asked, cities);
  const [city, second] = known;
  if (city === undefined)
    throw new AppError(
      'NOT_FOUND',
      `no city with lots or queries of agents is known as ${shownText(name)}`,
    );
  if (second !== undefined) throw severalCities(known);
  return city;
}

async function knownAmong(
  { db, answers }: Deps,
  cities: readonly FoundCity[],
  livemode: boolean,
): Promise<KnownCity[]> {
  const ids = cities.map(({ id }) => id);
  const { known } = await answers.find(`known cities ${ids}`, async () => ({
    known: await db.query<{ cityId: number; lotCount: number }>('cities_list_known', {
      cityIds: ids,
      livemode,
      queriesMin: PLATFORM_QUERIES_MIN,
      unknownPlatform: UNKNOWN_PLATFORM,
    }),
    byteLength: BYTES_PER_CITY * ids.length,
  }));
  return known.flatMap(({ cityId, lotCount }) =>
    cities.filter(({ id }) => id === cityId).map((city) => ({ ...city, lotCount })),
  );
}

async function knownByLots(
  deps: Deps,
  { city: name, state, livemode }: Asked,
  namesakes: readonly FoundCity[],
): Promise<KnownCity[]> {
  const question = JSON.stringify(['stated cities', name, namesakes.map(({ id }) => id)]);
  const { stated } = await deps.answers.find(question, async () => {
    const stated = await statedCities(deps.db, { name, livemode }, namesakes);
    return { stated, byteLength: BYTES_PER_CITY * (1 + stated.length) };
  });
  const inState = stated.filter((city) => liesInState(city, state));
  return knownAmong(deps, inState, livemode);
}

/**
 * Two cities of one name in one state cannot be told apart by a caller: the larger one is meant.
 * Cities come in the order of their people.
 */
function isLargestOf(city: FoundCity, index: number, cities: readonly FoundCity[]): boolean {
  return !cities
    .slice(0, index)
    .some(({ state, country }) => state === city.state && country === city.country);
}

function severalCities(candidates: readonly FoundCity[]): AppError {
  const shown = candidates.slice(0, CANDIDATES_MAX);
  return new AppError('BAD_REQUEST', 'several cities have this name: give the state or country', {
    details: {
      reason: 'several_cities',
      field: 'state',
      candidates: shown.map(({ name: city, state, country, district }) => ({
        city,
        state,
        country,
        district,
      })),
    },
  });
}
