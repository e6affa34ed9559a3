import { insertSearches, type Search } from '../../src/demand/searches/record-search.ts';
import { randomFrom } from '../../src/demo/random.ts';
import { systemClock } from '../../src/kit/clock.ts';
import type { Run } from '../report.ts';
import { normalPair } from '../stats.ts';
import { addMarketLots, type Place } from './market-data.ts';
import { refreshOnce } from './refresh-once.ts';
import type { Stack } from './stack.ts';

/** In one city. */
export type CitySizes = { lotCount: number; queryCount: number; searchCount: number };

export const CITY = { name: 'Toronto', lat: 43.6532, lng: -79.3832 };
const SEED = 23;
/** How far from the centre people search: one standard deviation, in degrees of latitude. */
const SPREAD_DEGREES = 0.05;
/** Agents ask during so many days. */
const QUERY_DAYS = 90;
/** People's searches are only in maps, which are of 168 hours. */
const SEARCH_DAYS = 7;
/** Agents ask for times so many days ahead. */
const WANTED_DAYS = 14;
const DAY_MS = 86_400_000;
const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot'];
const KINDS = ['search', 'search', 'search', 'availability', 'rates'] as const;
/** Keys of each platform, and addresses of people. */
const KEYS = 40;
const ADDRESSES = 250;
/** Of searches. */
const UNMET_SHARE = 0.2;
const ROWS_PER_STATEMENT = 2_000;

/** Fills one city with lots, agents' queries and people's searches, and publishes what is known. */
export function layOutCity(stack: Stack, { city, say }: Run): Promise<void> {
  return stack.once('city', async () => {
    say(`laying out a city with ${city.lotCount} lots and ${city.queryCount} queries of agents`);
    await addCity(stack, city, new Date(systemClock.now()));
  });
}

async function addCity(stack: Stack, sizes: CitySizes, now: Date): Promise<void> {
  await addMarketLots(stack, sizes.lotCount, { cities: [CITY] });
  await stack.sql(
    `update lots set address = 1 + abs(hashtext(lot_id::text)) % 200 || ' King Street, Toronto'
     where address is null`,
  );
  const random = randomFrom(SEED);
  const searches = [
    ...Array.from({ length: sizes.queryCount }, () => agentQuery(now, random)),
    ...Array.from({ length: sizes.searchCount }, () => peopleSearch(now, random)),
  ];
  for (let from = 0; from < searches.length; from += ROWS_PER_STATEMENT)
    await insertSearches(stack.db, searches.slice(from, from + ROWS_PER_STATEMENT));
  await refreshOnce(stack);
  await stack.sql('vacuum analyze');
}

/** Somewhere in the city. */
export function placeInCity(random: () => number): Place {
  const [north, east] = normalPair(random);
  const width = SPREAD_DEGREES / Math.cos((CITY.lat * Math.PI) / 180);
  return { lat: CITY.lat + north * SPREAD_DEGREES, lng: CITY.lng + east * width };
}

function agentQuery(now: Date, random: () => number): Search {
  const platform = pick(PLATFORMS, random);
  const name = `${platform}_${Math.floor(random() * KEYS)}`;
  const wantedInDays = Math.floor(random() * WANTED_DAYS);
  const at = new Date(now.getTime() - random() * QUERY_DAYS * DAY_MS);
  return {
    ...searchAt(at, random),
    kind: pick(KINDS, random),
    agentPlatform: platform,
    window: { from: new Date(at.getTime() + wantedInDays * DAY_MS) },
    caller: { keyId: `key_${name}`, operatorId: `op_${name}`, ip: null },
  };
}

function peopleSearch(now: Date, random: () => number): Search {
  const ip = `198.51.100.${1 + Math.floor(random() * ADDRESSES)}`;
  return {
    ...searchAt(new Date(now.getTime() - random() * SEARCH_DAYS * DAY_MS), random),
    caller: { keyId: null, operatorId: null, ip },
  };
}

function searchAt(at: Date, random: () => number): Omit<Search, 'caller'> {
  return {
    kind: 'search',
    at,
    livemode: true,
    centre: placeInCity(random),
    radiusM: 1_000,
    agentPlatform: null,
    foundCount: 5,
    availableCount: random() < UNMET_SHARE ? 0 : 3,
    nearestM: 120,
    window: null,
  };
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
