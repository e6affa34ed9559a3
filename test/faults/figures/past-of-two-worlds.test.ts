import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  HISTORY_METRICS,
  type HistoryMetric,
} from '../../../src/demand/history/history-figures.ts';
import { HISTORY_STEPS } from '../../../src/demand/history/history-steps.ts';
import { dateOf } from '../../../src/kit/time/days.ts';
import { DAY_MS, pick } from '../../pipelines/stage/parking.ts';
import { addLot } from '../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { makeNeighbourhood, type Neighbourhood, type Place } from '../../worlds/histories.ts';
import { addVisits, ageWorld, makeVisits } from '../../worlds/past.ts';
import {
  askBoth,
  closeWorlds,
  fillWorlds,
  openWorlds,
  pointNear,
  type Question,
  radiusKm,
  type World,
  type Worlds,
} from '../../worlds/two-worlds.ts';

// The past of two worlds, alike in all that is posted and searched. In the second one operators
// have changed their whole histories with each other.

const IS_FULL = isFull;
const CITIES = [
  { city: 'Lisbon', state: 'PT', lat: 38.7169, lng: -9.1399 },
  { city: 'Oslo', state: 'NO', lat: 59.9127, lng: 10.7461 },
  { city: 'Lima', state: 'PE', lat: -12.0432, lng: -77.0282 },
  { city: 'Nairobi', state: 'KE', lat: -1.2833, lng: 36.8167 },
  { city: 'Hanoi', state: 'VN', lat: 21.0245, lng: 105.8412 },
  { city: 'Riga', state: 'LV', lat: 56.946, lng: 24.1059 },
];
const TOWNS = IS_FULL ? 40 : CITIES.length;
const QUESTIONS = IS_FULL ? 20_000 : 500;
const AT_ONCE = 8;
/** The last of them has no history. */
const OPERATORS = 8;
const DAYS = 75;
/** How long ago lots were first listed, and areas cut that were cut later. */
const AGE = { listedDaysAgo: 90, cutDaysAgo: 30 };
/** Places with searches in one country: where there are 20 of them, they are compared. */
const SEARCHED_PLACES = 22;

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
const today = Math.floor(Date.now() / DAY_MS);

let worlds: Worlds;
const towns: Place[] = [];
const countryOf = (i: number) => String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26));
/** Of some countries, days are told by the areas of before and of after a cut. */
const countriesCutLater = Array.from({ length: TOWNS }, (_, i) => countryOf(i)).filter(
  (_, i) => i % 2 === 0,
);

function makeTown(i: number): Neighbourhood[] {
  const centre = CITIES[i] ?? { lat: between(-60, 60), lng: between(-179, 179) };
  towns.push(centre);
  const first = whole(0, OPERATORS - 2);
  const operators = Array.from({ length: whole(4, 6) }, (_, k) => (first + k) % (OPERATORS - 1));
  const busy = between(1, 4);
  return Array.from({ length: whole(1, 2) }, (_, n) =>
    makeNeighbourhood(random, {
      country: countryOf(i),
      centre: { lat: centre.lat + n * between(0.02, 0.1), lng: centre.lng },
      operators,
      lotsEach: whole(1, 2),
      nowMs: Date.now() - whole(0, 3) * DAY_MS,
      days: DAYS,
      stayCounts: [Math.round(0.5 * busy * DAYS), Math.round(1.5 * busy * DAYS)],
    }),
  );
}

beforeAll(async () => {
  worlds = await openWorlds(OPERATORS);
  const all = Array.from({ length: TOWNS }, (_, i) => makeTown(i)).flat();
  const spots = Array.from({ length: SEARCHED_PLACES }, () => ({
    lat: between(-60, 60),
    lng: between(-179, 179),
    lot_id: crypto.randomUUID(),
  }));
  const visits = [...towns, ...spots].flatMap((place) => makeVisits(random, place, DAYS));
  await fillWorlds(worlds, all, random, {
    groupOf: ({ country }, area) => (countriesCutLater.includes(country) ? country : area),
    async addRest({ api: { database }, operatorIds }) {
      const country = countryOf(0);
      for (const { lat: latitude, lng: longitude, lot_id } of spots) {
        const place = { latitude, longitude, country };
        const operator_id = operatorIds.at(-1) ?? '';
        await addLot(database, { lot_id, operator_id, total_spaces: 1, ...place });
      }
      await addVisits(database, visits);
      await ageWorld(database, { ...AGE, countriesCutLater });
    },
  });
});
afterAll(() => closeWorlds(worlds));

type Asked = Question & { metric: HistoryMetric };

function question(): Asked {
  const { city, state } = pick(random, CITIES);
  const place =
    random() < 0.3 ? { city, state } : { ...pointNear(random, towns), radius_km: radiusKm(random) };
  const toDay = today - Math.floor((DAYS + 20) * random() ** 2);
  const fromDay = toDay - Math.floor(random() < 0.1 ? 3_650 * random() : 100 * random() ** 2);
  const compare =
    random() < 0.4 && fromDay < toDay ? { compare_from: dateOf(whole(fromDay + 1, toDay)) } : {};
  const metric = pick(random, HISTORY_METRICS);
  const query = {
    ...place,
    ...compare,
    metric,
    from: dateOf(fromDay),
    to: dateOf(toDay),
    step: pick(random, HISTORY_STEPS),
    ...(random() < 0.3 && { format: 'csv' }),
  };
  return { path: 'history', query, metric };
}

/** Whether an answer has a figure, in either form. */
const isTold = (answer: string) => /"value":\d|\\n[\d-]{10},[\d-]{10},\d/.test(answer);

test(`no question about the past tells which operator had what (seed ${seed})`, async () => {
  const counts = new Map(HISTORY_METRICS.map((metric) => [metric, { asked: 0, told: 0 }]));
  const places = { city: 0, circle: 0, csv: 0, pooled: 0, compared: 0 };
  for (let i = 0; i < QUESTIONS; i += AT_ONCE) {
    const questions = Array.from({ length: AT_ONCE }, question);
    for (const [n, { answers }] of (await askBoth(worlds, questions)).entries()) {
      const { metric, query } = questions[n] ?? question();
      const [first, second] = answers;
      expect(second, JSON.stringify(query)).toBe(first);
      const count = counts.get(metric) ?? { asked: 0, told: 0 };
      count.asked += 1;
      if (!isTold(first)) continue;
      count.told += 1;
      places['city' in query ? 'city' : 'circle'] += 1;
      if ('format' in query) places.csv += 1;
      if (first.includes('"is_pooled":true')) places.pooled += 1;
      if (/"difference":-?\d/.test(first)) places.compared += 1;
    }
  }
  console.info('told of those that were asked', Object.fromEntries(counts), places);
  for (const [metric, { told }] of counts)
    expect(told, metric).toBeGreaterThan(QUESTIONS / HISTORY_METRICS.length / 10);
  for (const count of Object.values(places)) expect(count).toBeGreaterThan(QUESTIONS / 100);
});

test('nothing else is published of the past, whichever refresh drained the areas', async () => {
  const published = async ({ api: { database } }: World) => {
    const rows = await database.sql<{ row: string }>(
      `select row_to_json(area)::text as row from marts.area_history as area
       union all select row_to_json(area)::text from marts.search_history as area order by 1`,
    );
    return rows.map(({ row }) => row);
  };
  const [one, other] = worlds;
  expect(await published(other)).toEqual(await published(one));
});

test('the worlds do differ: stays of the past are on lots of other operators', async () => {
  const byOperator = async ({ api: { database }, operatorIds }: World) => {
    const rows = await database.sql<{ operator_id: string; stays: number }>(
      `select lots.operator_id, count(*)::integer as stays
       from audit_log as stay join lots on lots.lot_id::text = stay.diff -> 'after' ->> 'lot_id'
       where action = 'session.created' group by lots.operator_id`,
    );
    return operatorIds.map((id) => rows.find((row) => row.operator_id === id)?.stays);
  };
  const [one, other] = worlds;
  expect(await byOperator(one)).not.toEqual(await byOperator(other));
});
