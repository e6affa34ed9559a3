import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellAt, cellParent } from '../../../src/geometry/cells.ts';
import { startTestApi, type TestApi, type TestKey } from '../../api/client.ts';
import { addOperators, HOUR_MS, pick } from '../../pipelines/parking.ts';
import { randomFrom, seedOfRun } from '../../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../../warehouse.ts';
import {
  exchanged,
  type Lot,
  makeNeighbourhood,
  type Neighbourhood,
  writeNeighbourhood,
} from '../../worlds/histories.ts';

// Two worlds, alike in all that is posted. In each area of the second one, the operators have
// changed their whole histories with each other. Whoever could tell the worlds apart would know
// which operator had what.

const IS_FULL = process.env.HEXLOT_TEST_SIZE === 'full';
const TOWNS = IS_FULL ? 120 : 40;
const QUESTIONS = IS_FULL ? 20_000 : 5_000;
const OPERATORS = 8;
const AT_ONCE = 8;

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const whole = (low: number, high: number) => Math.floor(between(low, high + 1));

type World = { api: TestApi; warehouse: TestWarehouse; key: TestKey; operatorIds: string[] };
let worlds: World[];
let towns: { lat: number; lng: number }[];

async function openWorld(): Promise<World> {
  const api = await startTestApi();
  const warehouse = await openTestWarehouse(api.database);
  const key = await api.createKey({ rateLimits: { intelligence: 1_000_000 } });
  return { api, warehouse, key, operatorIds: await addOperators(api.database, OPERATORS) };
}

const cellsAbove = (lat: number, lng: number) =>
  [8, 7, 6, 5].map((resolution) => cellParent(cellAt(lat, lng), resolution));

/** In which area each lot is. */
async function areasIn({ database }: TestApi): Promise<(lot: Lot) => string> {
  const rows = await database.sql<{ cell: string }>(
    `select cell::text from area_cells where kind = 'use'`,
  );
  const named = new Set(rows.map(({ cell }) => BigInt(cell)));
  return ({ lat, lng, country }) =>
    `${country} ${cellsAbove(lat, lng).find((cell) => named.has(cell))}`;
}

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
  worlds = await Promise.all([openWorld(), openWorld()]);
  towns = [];
  const [one, other] = worlds;
  if (one === undefined || other === undefined) throw new Error('there are two worlds');
  const all = Array.from({ length: TOWNS }, (_, i) => makeTown(i)).flat();
  for (const each of all) await writeNeighbourhood(one.api.database, each, one.operatorIds);
  await one.warehouse.refresh();
  const together = {
    lots: all.flatMap(({ lots }) => lots),
    histories: new Map(all.flatMap(({ histories }) => [...histories])),
  };
  const after = exchanged(random, together, await areasIn(one.api));
  await writeNeighbourhood(other.api.database, after, other.operatorIds);
  await other.warehouse.refresh();
}, 300_000);
afterAll(async () => {
  for (const { warehouse, api } of worlds) {
    await warehouse.close();
    await api.stop();
  }
});

type Question = { path: string; query: Record<string, unknown> };

function near(): { lat: number; lng: number } {
  const town = pick(random, towns);
  const away = 0.06 * random() ** 2;
  return {
    lat: Number((town.lat + between(-away, away)).toFixed(5)),
    lng: Number((town.lng + between(-away, away)).toFixed(5)),
  };
}

const radius = () => Number((0.1 * 500 ** random()).toFixed(3));

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
    return {
      path: 'hexes.geojson',
      query: { bbox, resolution, period, ...hour },
    };
  },
];

/** The text of an answer without what is of the call itself. */
async function ask({ api, key }: World, { path, query }: Question): Promise<string> {
  const answer = await api.request('GET', `/api/v2/intelligence/${path}`, {
    key: key.secret,
    query: query as never,
  });
  const { meta, error, ...rest } = answer.body;
  return JSON.stringify([answer.status, error?.code, meta?.cost_cents, meta?.confidence, rest]);
}

test(`no question tells which operator of an area had what (seed ${seed})`, async () => {
  const [one, other] = worlds;
  if (one === undefined || other === undefined) throw new Error('there are two worlds');
  let [toldCount, answeredCount] = [0, 0];
  for (let i = 0; i < QUESTIONS; i += AT_ONCE) {
    const questions = Array.from({ length: AT_ONCE }, () => pick(random, KINDS)());
    const answers = await Promise.all(
      questions.flatMap((question) => [ask(one, question), ask(other, question)]),
    );
    for (const [n, question] of questions.entries()) {
      const [first = '', second = ''] = answers.slice(2 * n, 2 * n + 2);
      expect(second, JSON.stringify(question)).toBe(first);
      answeredCount += first.startsWith('[200') ? 1 : 0;
      toldCount += /"occupancy_basis":"|"occupied_share":0/.test(first) ? 1 : 0;
    }
  }
  console.info(`${answeredCount} of ${QUESTIONS} had lots, ${toldCount} told what happened`);
  expect(toldCount).toBeGreaterThan(QUESTIONS / 10);
}, 600_000);

test('the worlds do differ: operators are told different things of their own lots', async () => {
  const [one, other] = worlds;
  if (one === undefined || other === undefined) throw new Error('there are two worlds');
  const own = async ({ api, operatorIds }: World) => {
    const key = await api.createKey({ operatorId: operatorIds[0] ?? '' });
    return Promise.all(
      towns.map(({ lat, lng }) =>
        ask({ api, key } as World, { path: 'market-rate', query: { lat, lng, radius_km: 20 } }),
      ),
    );
  };
  expect(await own(one)).not.toEqual(await own(other));
});
