import { randomFrom } from '../../src/demo/random.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { besides, type Comparison, type Run } from '../report.ts';
import { checkAnswers } from '../stage/check-answers.ts';
import { callAboutCities, growCities, layOutCities } from '../stage/cities.ts';
import { callFor, getLoop, type HttpClient, type Target } from '../stage/load.ts';
import { type Place, postPlainRates, postTariffs } from '../stage/market-data.ts';
import type { Stack } from '../stage/stack.ts';

export const SEARCH = '/api/v1/lots/search';
const RADIUS_KM = 5;
const IN_FLIGHT = 32;
const SEED = 11;
const BY_PRICE = { order: ', by price', query: '&sort=price' };
const ORDERS = [{ order: '', query: '' }, BY_PRICE];

/** Of the same search among fewer lots, or within a smaller circle. */
export const SLOWER_AT_MOST = '>= 0.67';

/**
 * GET /api/v1/lots/search around places with lots, by distance and by price, each against hellos
 * behind the same middleware, among more and more lots, and against itself among few; by price also
 * where all lots have tariffs.
 */
export async function compareSearch(stack: Stack, run: Run): Promise<Comparison[]> {
  const measured: Comparison[][] = [];
  const withTariffs: Comparison[] = [];
  const [, usual] = run.searchedLots;
  let present = 0;
  for (const lotCount of run.searchedLots) {
    run.say(`laying out ${lotCount} lots`);
    const places = await growCities(stack, lotCount, present);
    await searchEveryCity(stack, places, run);
    const plain = await searchAmong(stack, places, run);
    measured.push(plain);
    if (lotCount === usual) withTariffs.push(...(await besideTariffs(stack, places, run, plain)));
    present = lotCount;
  }
  const [few = [], ...more] = measured;
  return [...measured.flat(), ...withTariffs, ...more.flatMap((many) => besideFew(few, many))];
}

/** By price where all lots have tariffs, beside plain rates, which they have again afterwards. */
async function besideTariffs(
  stack: Stack,
  places: readonly Place[],
  run: Run,
  plain: readonly Comparison[],
): Promise<Comparison[]> {
  run.say(`posting ${places.length} tariffs`);
  await postTariffs(stack);
  await searchEveryCity(stack, places, run);
  const order = { ...BY_PRICE, order: `${BY_PRICE.order} of tariffs` };
  const measured = await searchAmong(stack, places, run, { orders: [order], isAsked: hasTariff });
  await postPlainRates(stack);
  await searchEveryCity(stack, places, run);
  const against = 'the same with plain rates';
  return measured.flatMap((one) => [
    one,
    ...plain.slice(-1).map((before) => besides(before, one, { against, aim: SLOWER_AT_MOST })),
  ]);
}

type Asked = { orders: typeof ORDERS; isAsked: (lot: unknown) => boolean };

function hasTariff(lot: unknown): boolean {
  return isObject(lot) && isObject(lot.tariff);
}

/** Searches of each kind beside those among fewer lots. */
function besideFew(few: readonly Comparison[], many: readonly Comparison[]): Comparison[] {
  return few.flatMap((fewer, kind) => {
    const against = `the same among ${fewer.title.split(', ').at(-1)}`;
    return many
      .slice(kind, kind + 1)
      .map((one) => besides(fewer, one, { against, aim: SLOWER_AT_MOST }));
  });
}

async function searchAmong(
  stack: Stack,
  places: readonly Place[],
  { pairs: pairCount, durationMs, say }: Run,
  { orders, isAsked }: Asked = { orders: ORDERS, isAsked: () => true },
): Promise<Comparison[]> {
  const random = randomFrom(SEED);
  const get = (nextPath: () => string) =>
    getLoop(stack, nextPath, { inFlight: IN_FLIGHT, durationMs });
  const lots = `${places.length.toLocaleString('en')} lots`;
  const kinds = orders.map(({ order, query }) => ({
    title: `GET lots/search, ${IN_FLIGHT} in flight, ${RADIUS_KM} km${order}, ${lots}`,
    nextPath: () => searchPath(places, random) + query,
    pairs: [] as Comparison['pairs'],
  }));
  for (const { nextPath } of kinds)
    await checkAnswers(stack, nextPath, ({ lots }) => lots.filter(isAsked).length);
  for (let pair = 0; pair < pairCount; pair += 1) {
    say(`searching among ${lots}, pair ${pair + 1} of ${pairCount}`);
    const bare = await get(() => '/hello');
    for (const { nextPath, pairs } of kinds) pairs.push({ ours: await get(nextPath), bare });
  }
  return kinds.map(({ title, pairs }) => ({
    title,
    against: 'hello behind the same middleware',
    figure: 'perSecond',
    aim: '>= 0.4',
    pairs,
  }));
}

/** Lots with forecasts, all of them in the memory of the service; returns where they are. */
export async function prepareSearch(stack: Stack, run: Run): Promise<Place[]> {
  const places = await layOutCities(stack, run);
  await stack.once('searched', () => searchEveryCity(stack, places, run));
  return places;
}

/**
 * Afterwards the service has all lots in memory, as callers are shown them: all pages of every city
 * by price, because a search by distance looks no farther than its page needs.
 */
export async function searchEveryCity(
  target: Target,
  places: readonly Place[],
  { say }: Pick<Run, 'say'>,
): Promise<void> {
  say('searching every city once, as a service that has been up for a while has');
  await callAboutCities(target, places, readPages);
}

async function readPages(client: HttpClient, { lat, lng }: Place): Promise<void> {
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
