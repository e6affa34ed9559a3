import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, pick } from '../../pipelines/stage/parking.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { makeNeighbourhood, type Neighbourhood, type Place } from '../../worlds/histories.ts';
import {
  ask,
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

const IS_FULL = isFull;
const TOWNS = IS_FULL ? 120 : 16;
const QUESTIONS = IS_FULL ? 20_000 : 1_200;
const OPERATORS = 8;
const AT_ONCE = 8;

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.floor(between(low, high + 1));

let worlds: Worlds;
const towns: Place[] = [];

/** Of one country: one to three neighbourhoods, which are areas of their own or one together. */
function makeTown(i: number): Neighbourhood[] {
  const country = String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26));
  const centre = { lat: between(-60, 60), lng: between(-179, 179) };
  towns.push(centre);
  // Data of other days, as if it had been published on them.
  const nowMs = Date.now() - whole(0, 3) * 24 * HOUR_MS;
  const first = whole(0, OPERATORS - 1);
  const operators = Array.from({ length: whole(4, 7) }, (_, k) => (first + k) % OPERATORS);
  return Array.from({ length: whole(1, 3) }, (_, n) =>
    makeNeighbourhood(random, {
      country,
      centre: { lat: centre.lat + n * between(0.02, 0.2), lng: centre.lng },
      operators,
      lotsEach: whole(1, 2),
      nowMs,
    }),
  );
}

beforeAll(async () => {
  worlds = await openWorlds(OPERATORS);
  const all = Array.from({ length: TOWNS }, (_, i) => makeTown(i)).flat();
  await fillWorlds(worlds, all, random);
});
afterAll(() => closeWorlds(worlds));

const near = () => pointNear(random, towns);
const radius = () => radiusKm(random);

const KINDS: (() => Question)[] = [
  () => ({ path: 'market-rate', query: { ...near(), radius_km: radius() } }),
  () => ({ path: 'market-rate', query: { ...near(), radius_km: radius() } }),
  () => {
    const { lat, lng } = near();
    const half = 0.02 * random();
    const [west, south, east, north] = [lng - half, lat - half, lng + half, lat + half];
    const bbox = [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',');
    const period = random() < 0.5 ? '7d' : '28d';
    const resolution = period === '7d' ? whole(6, 9) : whole(5, 6);
    const hour = period === '28d' && random() < 0.7 ? { hour_of_week: whole(0, 167) } : {};
    return { path: 'hexes.geojson', query: { bbox, resolution, period, ...hour } };
  },
];

test(`no question tells which operator of an area had what (seed ${seed})`, async () => {
  let [toldCount, answeredCount] = [0, 0];
  for (let i = 0; i < QUESTIONS; i += AT_ONCE) {
    const questions = Array.from({ length: AT_ONCE }, () => pick(random, KINDS)());
    for (const { question, answers } of await askBoth(worlds, questions)) {
      const [first, second] = answers;
      expect(second, JSON.stringify(question)).toBe(first);
      answeredCount += first.startsWith('[200') ? 1 : 0;
      toldCount += /"occupancy_basis":"|"occupied_share":0/.test(first) ? 1 : 0;
    }
  }
  console.info(`${answeredCount} of ${QUESTIONS} had lots, ${toldCount} told what happened`);
  expect(toldCount).toBeGreaterThan(QUESTIONS / 10);
});

test('the worlds do differ: operators are told different things of their own lots', async () => {
  const own = async (world: World) => {
    const key = await world.api.createKey({ operatorId: world.operatorIds[0] ?? '' });
    return Promise.all(
      towns.map(({ lat, lng }) =>
        ask({ ...world, key }, { path: 'market-rate', query: { lat, lng, radius_km: 20 } }),
      ),
    );
  };
  const [one, other] = worlds;
  expect(await own(one)).not.toEqual(await own(other));
});
