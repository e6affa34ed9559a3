import { cellToLatLng, cellToParent, latLngToCell } from 'h3-js';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AgentDemand,
  findAgentDemand,
} from '../../../src/demand/agent-demand/agent-demand.ts';
import type { Search } from '../../../src/demand/searches/record-search.ts';
import { type MarketTiles, openMarketTiles } from '../../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { cellAt } from '../../../src/kit/geo/cells.ts';
import { type LatLng, roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { openCities } from '../../../src/kit/places/city-finder.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import {
  countDays,
  countGroups,
  daysOf,
  groupsOf,
  localDateOf,
  type Query,
} from '../stage/demand-oracle.ts';
import { addAgentSearch, addLotNear, changeLot, DAY_MS, pick } from '../stage/parking.ts';
import { expectSameMarts, nothingMore } from '../stage/world.ts';

const QUESTION_COUNT = isFull ? 2_000 : 200;
const SEARCHES_PER_ROUND = 120;
/** Each takes two refreshes. */
const ROUNDS = isFull ? 3 : 2;
/** The platforms that have keys. */
const REGISTERED = ['claude', 'unheard'];

/** Of odd offsets, with and without daylight saving, and two that lie side by side. */
const CITIES = [
  { city: 'Toronto', state: 'ON', lat: 43.67, lng: -79.38 },
  { city: 'Los Angeles', state: 'CA', lat: 34.05, lng: -118.25 },
  { city: 'Santa Monica', state: 'CA', lat: 34.02, lng: -118.49 },
  { city: 'Kathmandu', state: null, lat: 27.71, lng: 85.32 },
  { city: 'Adelaide', state: null, lat: -34.93, lng: 138.6 },
];

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let market: MarketTiles;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  market = openMarketTiles({ db: database.db, clock: systemClock, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await market.close();
  await warehouse.close();
  await database.drop();
});

/** A search by an agent has what is counted of it. */
type Asked = { search: Search; cityId: number | undefined; query: Query | undefined };

async function ask(): Promise<Asked> {
  const { lat, lng } = pick(random, CITIES);
  const isRecent = random() < 0.5;
  const at = new Date(Date.now() - random() ** 2 * (isRecent ? 0.9 : 100) * DAY_MS);
  const from = new Date(+at + random() * 10 * DAY_MS);
  const search = await addAgentSearch(database, random, {
    at,
    livemode: random() < 0.9,
    centre: { lat: lat + random() / 100, lng: lng + random() / 100 },
    window: random() < 0.5 ? { from } : null,
    ...(random() < 0.1 && { agentPlatform: pick(random, [null, 'unknown']) }),
  });
  const { cityAt } = await openCities();
  // Of a search its cell is kept, which is that of its centre in the stored form.
  const stored = roundPoint(search.centre);
  const cell = latLngToCell(stored.lat, stored.lng, 9);
  const [cellLat, cellLng] = cellToLatLng(cell);
  const city = cityAt({ lat: cellLat, lng: cellLng });
  return { search, cityId: city?.id, query: queryOf(search, cell, city?.timezone ?? 'UTC') };
}

function queryOf(search: Search, cell: string, timeZone: string): Query | undefined {
  const { at, window, agentPlatform, caller } = search;
  if (agentPlatform === null) return undefined;
  return {
    ...search,
    agentPlatform,
    place: String(BigInt(`0x${cellToParent(cell, 8)}`)),
    wantedOn: localDateOf(window?.from ?? at, timeZone),
    caller: Date.now() - +at < DAY_MS ? caller.operatorId : null,
  };
}

type Question = Parameters<typeof findAgentDemand>[1];

/** undefined where there is nothing to tell. */
async function answerTo(question: Question): Promise<AgentDemand | undefined> {
  try {
    return await findAgentDemand({ db: database.db, market }, question);
  } catch (error) {
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
    return undefined;
  }
}

async function expectAnswersOf(asked: readonly Asked[], lotCities: readonly number[]) {
  let answerCount = 0;
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const { city, state } = pick(random, CITIES);
    const livemode = random() < 0.8;
    const question = { city, state, dayCount: 1 + Math.floor(random() * 90), livemode };
    const what = `seed ${seed}: ${JSON.stringify(question)}`;
    const answer = await answerTo(question);
    if (answer === undefined) continue;
    answerCount += 1;
    const { timezone, id, lotCount } = answer.city;
    const inPeriod = asked.flatMap(({ search, cityId, query }) => {
      const date = localDateOf(search.at, timezone);
      const isOfCity = cityId === id && search.livemode === livemode;
      const isIn = date >= answer.fromDay && date <= answer.toDay;
      return isOfCity && isIn && query !== undefined ? [query] : [];
    });
    expect(daysOf(answer), what).toEqual(countDays(inPeriod, timezone, REGISTERED));
    expect(groupsOf(answer), what).toEqual(countGroups(inPeriod, timezone, REGISTERED));
    const own = livemode ? lotCities.filter((cityId) => cityId === id) : [];
    expect(lotCount, what).toBe(own.length);
  }
  expect(answerCount).toBeGreaterThan(QUESTION_COUNT / ROUNDS / 2);
}

test(`answers equal a count of the searches one by one, after refreshes and a rebuild (seed ${seed})`, async () => {
  const { cityAt } = await openCities();
  const { operatorId } = await addCaller(database);
  for (const agentPlatform of REGISTERED)
    for (const livemode of [true, false]) await addCaller(database, { agentPlatform, livemode });
  const asked: Asked[] = [];
  const lots = new Map<string, LatLng>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < SEARCHES_PER_ROUND; i += 1) asked.push(await ask());
    for (let i = 0; i < 5; i += 1) {
      const { lat, lng } = pick(random, CITIES);
      const place = { latitude: lat, longitude: lng };
      const lotId = await addLotNear(database, random, { operator_id: operatorId, ...place });
      lots.set(lotId, { lat, lng });
    }
    // A lot moves to another city.
    const [moved] = pick(random, [...lots]);
    const { lat, lng } = pick(random, CITIES);
    const cell = String(cellAt(lat, lng));
    await changeLot(database, moved, true, { latitude: lat, longitude: lng, cell });
    lots.set(moved, { lat, lng });
    await warehouse.refresh();
    // Drains the crowds that the first one found.
    await warehouse.refresh();
    await expectAnswersOf(
      asked,
      [...lots.values()].map((place) => cityAt(place)?.id ?? 0),
    );
  }
  await expectSameMarts(database, nothingMore, warehouse.rebuild, warehouse.refresh);
});
