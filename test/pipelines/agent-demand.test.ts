import { cellToParent, latLngToCell } from 'h3-js';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openCities } from '../../src/geocoding/city-finder.ts';
import { cellAt } from '../../src/geometry/cells.ts';
import type { LatLng } from '../../src/geometry/great-circle.ts';
import { type AgentDemand, findAgentDemand } from '../../src/market/agent-demand.ts';
import { type MarketTiles, openMarketTiles } from '../../src/market/market-tiles.ts';
import type { Search } from '../../src/searches/record-search.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addCaller } from '../fixtures.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { addAgentSearch, addLotNear, changeLot, DAY_MS, pick } from './parking.ts';
import { expectSameMarts } from './world.ts';

const QUESTION_COUNT = process.env.HEXLOT_TEST_SIZE === 'full' ? 2_000 : 200;
const SEARCHES_PER_ROUND = 120;
const ROUNDS = 3;

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

const localOf = (at: Date, timeZone: string) => ({
  date: at.toLocaleDateString('sv', { timeZone }),
  hour: String(Number(at.toLocaleTimeString('sv', { timeZone }).slice(0, 2))),
});

type Asked = Search & { cityId: number | undefined };

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
    ...(random() < 0.1 && { agentPlatform: null }),
  });
  const { cityAt } = await openCities();
  return { ...search, cityId: cityAt(search.centre)?.id };
}

/** The groups of a query, by dimension. */
function groupsOf(search: Asked, timeZone: string) {
  const { lat, lng } = search.centre;
  const cell = cellToParent(latLngToCell(lat, lng, 9), 8);
  return {
    hour: localOf(search.at, timeZone).hour,
    platform: search.agentPlatform ?? '',
    place: String(BigInt(`0x${cell}`)),
    wanted_on: localOf(search.window?.from ?? search.at, timeZone).date,
  };
}

/** How many of the searches are in each group, and whether three callers asked on one day. */
function countGroups(searches: readonly Asked[], timeZone: string): string[] {
  const counts = new Map<string, Asked[]>();
  for (const search of searches)
    for (const [dimension, label] of Object.entries(groupsOf(search, timeZone)))
      counts.set(`${dimension} ${label}`, [...(counts.get(`${dimension} ${label}`) ?? []), search]);
  return [...counts].map(([group, found]) => {
    const known = found.filter(({ at }) => Date.now() - +at < DAY_MS);
    const byDay = Map.groupBy(known, ({ at }) => localOf(at, timeZone).date);
    const callers = [...byDay.values()].map(
      (day) => new Set(day.map(({ caller }) => caller.keyId)),
    );
    const has_crowd = !group.startsWith('hour') && callers.some(({ size }) => size >= 3);
    return `${group} ${found.length} ${has_crowd}`;
  });
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

/** One line for each local date with queries. */
function linesByDay(searches: readonly Asked[], timeZone: string): string[] {
  const days = Map.groupBy(searches, ({ at }) => localOf(at, timeZone).date);
  return [...days].map(([date, day]) => {
    const spaces = day.filter(({ kind }) => kind !== 'rates');
    const unmet = spaces.filter(({ availableCount }) => availableCount === 0);
    const found = day.filter(({ kind }) => kind === 'search');
    return [date, day.length, found.length, spaces.length, unmet.length].join(' ');
  });
}

async function expectAnswersOf(searches: readonly Asked[], lotCities: readonly number[]) {
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
    const inPeriod = searches.filter(({ at, ...search }) => {
      const { date } = localOf(at, timezone);
      const isOfCity = search.cityId === id && search.livemode === livemode;
      const isIn = date >= answer.fromDay && date <= answer.toDay;
      return isOfCity && isIn && search.agentPlatform !== null;
    });
    const days = answer.days.filter(({ query_count }) => query_count > 0);
    expect(
      days.map((day) =>
        [
          day.on_day,
          day.query_count,
          day.search_count,
          day.space_query_count,
          day.unmet_count,
        ].join(' '),
      ),
      what,
    ).toEqual(linesByDay(inPeriod, timezone).toSorted());
    const groups = answer.groups.map(({ dimension, label, query_count, has_crowd }) =>
      [dimension, label, query_count, has_crowd].join(' '),
    );
    expect(groups.toSorted(), what).toEqual(countGroups(inPeriod, timezone).toSorted());
    const own = livemode ? lotCities.filter((cityId) => cityId === id) : [];
    expect(lotCount, what).toBe(own.length);
  }
  expect(answerCount).toBeGreaterThan(QUESTION_COUNT / ROUNDS / 2);
}

test(`answers equal a count of the searches one by one, after refreshes and a rebuild (seed ${seed})`, async () => {
  const { cityAt } = await openCities();
  const { operatorId } = await addCaller(database);
  const searches: Asked[] = [];
  const lots = new Map<string, LatLng>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < SEARCHES_PER_ROUND; i += 1) searches.push(await ask());
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
      searches,
      [...lots.values()].map((place) => cityAt(place)?.id ?? 0),
    );
  }
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
});
