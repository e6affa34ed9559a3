import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AgentDemand,
  findAgentDemand,
  totalOf,
} from '../../../src/demand/agent-demand/agent-demand.ts';
import { insertSearches, type Search } from '../../../src/demand/searches/record-search.ts';
import { type MarketTiles, openMarketTiles } from '../../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { DAY_MS, MINUTE_MS, pick } from '../../pipelines/stage/parking.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// One operator asks about a city as it likes, with any number of keys of any platforms; without a
// key nobody is an agent. On each date others asked whose queries are told without it.

const IS_FULL = isFull;
const ATTACKERS = IS_FULL ? 40 : 4;
/** Dates that have no part in the figures of the last day: those of two days ago and before. */
const DATES = 60;
const QUERIES_MAX = 40;
/** Of a caller, on a day (UTC) and place. */
const COUNTED_MAX = 20;
const TORONTO = { lat: 43.66, lng: -79.39 };
/** About 2 km apart. */
const PLACES = Array.from({ length: 6 }, (_, i) => ({ ...TORONTO, lng: TORONTO.lng + i / 40 }));
const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'novel'];
const KINDS = ['search', 'availability', 'rates'] as const;

const seed = seedOfRun();
const random = randomFrom(seed);
const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));

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

const today = Math.floor(Date.now() / DAY_MS);

/** A query on a date, at an hour at which it is the same date in Toronto. `place`: its number. */
function query(daysAgo: number, caller: Search['caller'], place: number): Search {
  return {
    kind: pick(random, KINDS),
    at: new Date((today - daysAgo) * DAY_MS + whole(6 * 60, 23 * 60) * MINUTE_MS),
    livemode: true,
    centre: PLACES[place] ?? TORONTO,
    radiusM: 1_000,
    agentPlatform: pick(random, PLATFORMS),
    foundCount: 2,
    availableCount: whole(0, 1),
    nearestM: 50,
    window: null,
    caller,
  };
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const days = Array.from({ length: DATES }, (_, i) => i + 2);

/** Three to six operators on each date, each with some queries. */
async function addOthers(): Promise<void> {
  const queries = days.flatMap((daysAgo) =>
    Array.from({ length: whole(3, 6) }, (_, i) => {
      const caller = { keyId: `key_${i}`, operatorId: `op_${i}`, ip: null };
      return times(whole(1, 10), () => query(daysAgo, caller, whole(0, PLACES.length - 1)));
    }).flat(),
  );
  await insertSearches(database.db, queries);
  // Who searched more than 24 hours ago is not known any more, so crowds are not found in these.
  await database.sql(
    `insert into search_crowds (crowd, livemode, on_day, dimension, city_id, label)
     select distinct hashtextextended(searched_on::text, 0), true, searched_on, 'all', city_id, ''
     from search_log`,
  );
}

/** An operator that asks in one or all places, on each date; returns in how many places it did. */
async function attack(name: string): Promise<Map<string, number>> {
  const placesOn = new Map<string, number>();
  const queries: Search[] = [];
  for (const daysAgo of days) {
    const places = random() < 0.3 ? [0] : PLACES.map((_, i) => i).filter(() => random() < 0.7);
    const own = places.flatMap((place) =>
      times(random() < 0.7 ? QUERIES_MAX : whole(0, QUERIES_MAX), () => {
        const caller = { keyId: `key_${name}_${whole(1, 50)}`, operatorId: `op_${name}`, ip: null };
        return query(daysAgo, caller, place);
      }),
    );
    const date = new Date((today - daysAgo) * DAY_MS).toISOString().slice(0, 10);
    placesOn.set(date, places.length);
    queries.push(...own);
  }
  await insertSearches(database.db, queries);
  return placesOn;
}

async function read(): Promise<AgentDemand> {
  await warehouse.refresh();
  const toronto = { city: 'Toronto', state: 'ON', dayCount: 90, livemode: true };
  return findAgentDemand({ db: database.db, market }, toronto);
}

const COLUMNS = ['query_count', 'search_count', 'space_query_count', 'unmet_count'] as const;

test(`one operator moves agent demand by 20 queries a day and place at most (seed ${seed})`, async () => {
  await addOthers();
  let before = await read();
  let [worst, total] = [0, 0];
  for (let i = 0; i < ATTACKERS; i += 1) {
    const placesOn = await attack(`attacker${i}`);
    const after = await read();
    for (const [n, day] of after.days.entries())
      for (const column of COLUMNS) {
        const moved = day[column] - (before.days[n]?.[column] ?? 0);
        const bound = COUNTED_MAX * (placesOn.get(day.on_day) ?? 0);
        expect(moved, `${column} on ${day.on_day}`).toBeGreaterThanOrEqual(0);
        expect(moved, `${column} on ${day.on_day}`).toBeLessThanOrEqual(bound);
        worst = Math.max(worst, bound === 0 ? 0 : moved / bound);
      }
    total = totalOf(after.days, 'query_count') - totalOf(before.days, 'query_count');
    before = after;
  }
  console.info('the worst attack reaches this part of its bound', worst, 'and the last one', total);
  expect(worst).toBe(1);
});
