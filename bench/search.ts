import { randomFrom } from '../src/demo/random.ts';
import { callFor, getLoop, openClient } from './load.ts';
import { addForecasts } from './lot-forecasts.ts';
import { addMarketLots, CITIES, type Place } from './market-data.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

export const SEARCH = '/api/v1/lots/search';
const RADIUS_KM = 5;
const IN_FLIGHT = 32;
const SEED = 11;
const ORDERS = [
  { order: '', query: '' },
  { order: ', by price', query: '&sort=price' },
];

/**
 * GET /api/v1/lots/search around places with lots, by distance and by price, each against hellos
 * behind the same middleware.
 */
export async function compareSearch(
  stack: Stack,
  lotCount: number,
  run: { pairs: number; durationMs: number; say: (text: string) => void },
): Promise<Comparison[]> {
  const places = await prepareSearch(stack, lotCount, run);
  const random = randomFrom(SEED);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const get = (nextPath: () => string) => getLoop(stack, nextPath, loops);
  const comparisons = ORDERS.map(({ order, query }) => ({
    title: `GET lots/search, ${IN_FLIGHT} in flight, ${RADIUS_KM} km${order}`,
    against: 'hello behind the same middleware',
    figure: 'perSecond' as const,
    aim: '>= 0.4',
    pairs: [] as Comparison['pairs'],
    query,
  }));
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`searching, pair ${pair + 1} of ${run.pairs}`);
    const bare = await get(() => '/hello');
    for (const { query, pairs } of comparisons)
      pairs.push({ ours: await get(() => searchPath(places, random) + query), bare });
  }
  return comparisons;
}

/** Lots with forecasts, all of them in the memory of the service; returns where they are. */
export async function prepareSearch(
  stack: Stack,
  lotCount: number,
  run: Pick<Run, 'say'>,
): Promise<Place[]> {
  run.say(`laying out ${lotCount} lots`);
  const places = await addMarketLots(stack, lotCount);
  await addForecasts(stack);
  await stack.sql('vacuum analyze');
  await searchEveryCity(stack, places, run);
  return places;
}

/**
 * Afterwards the service has all lots in memory, as callers are shown them: all pages of every city
 * by price, because a search by distance looks no farther than its page needs.
 */
export async function searchEveryCity(
  stack: Stack,
  places: readonly Place[],
  { say }: Pick<Run, 'say'>,
): Promise<void> {
  say('searching every city once, as a service that has been up for a while has');
  const client = openClient(stack, IN_FLIGHT);
  const cities = places.slice(0, CITIES).values();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const { lat, lng } of cities) await readPages(client, { lat, lng });
    }),
  );
  await client.close();
}

async function readPages(
  client: ReturnType<typeof openClient>,
  { lat, lng }: Place,
): Promise<void> {
  const path = `${SEARCH}?lat=${lat}&lng=${lng}&radius_km=50&sort=price&limit=50`;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = JSON.parse(await callFor(client, 200, { method: 'GET', path: path + after }));
    cursor = page.next_cursor;
  }
}

/** Within 400 m of a lot, so that the circle has as many lots as where people search. */
export function searchPath(
  places: readonly Place[],
  random: () => number,
  radiusKm = RADIUS_KM,
): string {
  const place = places[Math.floor(random() * places.length)] ?? { lat: 0, lng: 0 };
  const lat = (place.lat + 0.005 * (random() - 0.5)).toFixed(5);
  const east = place.lng + 0.005 * (random() - 0.5);
  const lng = Math.min(180, Math.max(-180, east)).toFixed(5);
  return `${SEARCH}?lat=${lat}&lng=${lng}&radius_km=${radiusKm}`;
}
