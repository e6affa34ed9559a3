import { expect, test } from 'vitest';
import type {
  CityDemand,
  DemandDay,
  PlatformDays,
} from '../../../../src/demand/agent-demand/city-demand.ts';
import { disclosedDemand } from '../../../../src/demand/agent-demand/disclosed-demand.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

const DAYS = 30;
const ROUNDS = 200;
const REGISTERED = 'registered';
const PLATFORMS = ['a', 'b', REGISTERED, 'unknown'];

type City = Pick<CityDemand, 'days' | 'platforms'>;
type Asked = { label: string; day: number; query_count: number; has_crowd: boolean };

/** The city of these queries, all of them searches that found something. */
function cityOf(asked: readonly Asked[], crowdDays: ReadonlySet<number>): City {
  const counted = ({ query_count, has_crowd }: Pick<Asked, 'query_count' | 'has_crowd'>) => ({
    query_count,
    search_count: query_count,
    space_query_count: query_count,
    unmet_count: 0,
    has_crowd,
  });
  const days = Array.from({ length: DAYS }, (_, day): DemandDay => {
    const query_count = asked
      .filter((one) => one.day === day)
      .reduce((sum, one) => sum + one.query_count, 0);
    const figures = counted({ query_count, has_crowd: crowdDays.has(day) });
    return { on_day: `day ${day}`, conversion_count: query_count > 0 ? 1 : 0, ...figures };
  });
  const platforms = [...Map.groupBy(asked, ({ label }) => label)].map(
    ([label, own]): PlatformDays => ({
      label,
      is_registered: label === REGISTERED,
      days: own.map((one) => ({ day: one.day, ...counted(one) })),
    }),
  );
  return { days, platforms };
}

function randomQueries(random: () => number, crowdDays: ReadonlySet<number>): Asked[] {
  return PLATFORMS.flatMap((label) =>
    Array.from({ length: DAYS }, (_, day) => ({
      label,
      day,
      query_count: Math.floor(random() * 5),
      has_crowd: crowdDays.has(day) && random() < 0.5,
    })).filter(({ query_count }) => query_count > 0),
  );
}

const seed = seedOfRun();

test(`what fewer than three callers asked changes nothing, in any period (seed ${seed})`, () => {
  const random = randomFrom(seed);
  for (let round = 0; round < ROUNDS; round += 1) {
    const crowdDays = new Set(
      Array.from({ length: DAYS }, (_, day) => day).filter(() => random() < 0.3),
    );
    const asked = randomQueries(random, crowdDays);
    const isTold = ({ day, label }: Asked) => crowdDays.has(day) || label === REGISTERED;
    const others = randomQueries(random, crowdDays).filter((one) => !isTold(one));
    const [one, other] = [
      cityOf(asked, crowdDays),
      cityOf([...asked.filter(isTold), ...others], crowdDays),
    ];
    for (let from = 0; from < DAYS; from += 1) {
      const [disclosed, toldOther] = [
        disclosedDemand(one, from, DAYS),
        disclosedDemand(other, from, DAYS),
      ];
      // Bookings are known of all platforms together, so those of a registered one may be left out.
      const withoutBookings = ({ days, platforms }: typeof disclosed) => ({
        days: days.map(({ conversion_count: _, ...day }) => day),
        platforms,
      });
      expect(withoutBookings(disclosed), `round ${round}`).toEqual(withoutBookings(toldOther));
    }
  }
});

const queries = (label: string, counts: readonly number[], has_crowd = false): Asked[] =>
  counts.map((query_count, day) => ({ label, day, query_count, has_crowd }));
const NO_DAYS = new Set<number>();

test('a platform with keys is disclosed from ten queries in the period on, whoever made them', () => {
  const nine = cityOf(queries(REGISTERED, [4, 5]), NO_DAYS);
  expect(disclosedDemand(nine, 0, DAYS).platforms).toEqual([]);
  const ten = cityOf(queries(REGISTERED, [4, 6]), NO_DAYS);
  expect(disclosedDemand(ten, 0, DAYS).platforms).toEqual([{ label: REGISTERED, queryCount: 10 }]);
  expect(disclosedDemand(ten, 0, DAYS).days.slice(0, 3)).toMatchObject([
    { query_count: 4, conversion_count: 1 },
    { query_count: 6, conversion_count: 1 },
    { query_count: 0, conversion_count: 0 },
  ]);
  expect(disclosedDemand(ten, 1, DAYS).platforms).toEqual([]);
});

test('bookings are told only with all queries of their date', () => {
  const mixed = cityOf([...queries(REGISTERED, [10]), ...queries('a', [1])], NO_DAYS);
  expect(disclosedDemand(mixed, 0, 1).days).toMatchObject([
    { query_count: 10, conversion_count: 0 },
  ]);
});

test('without keys, or known by no name, no number of queries makes a platform one that is named', () => {
  const city = cityOf([...queries('a', [100]), ...queries('unknown', [100], true)], new Set([0]));
  expect(disclosedDemand(city, 0, DAYS).platforms).toEqual([]);
  expect(disclosedDemand(city, 0, DAYS).days[0]?.query_count).toBe(200);
});

test('a platform is named for the dates on which three callers used it', () => {
  const used = [
    ...queries('a', [5], true),
    { label: 'a', day: 1, query_count: 7, has_crowd: false },
  ];
  const city = cityOf(used, new Set([0, 1]));
  expect(disclosedDemand(city, 0, DAYS).platforms).toEqual([{ label: 'a', queryCount: 5 }]);
});
