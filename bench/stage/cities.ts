import type { Run } from '../report.ts';
import { type HttpClient, openClient, type Target } from './load.ts';
import { addForecasts } from './lot-forecasts.ts';
import { addMarketLots, CITIES, type Place } from './market-data.ts';
import { refreshOnce } from './refresh-once.ts';
import type { Stack } from './stack.ts';

/** So few that a service that has just started answers in time, with 5,000 lots in each of them. */
const CITIES_AT_ONCE = 8;

/** Lots in 200 cities, each with a forecast, as published; returns where they are. */
export function layOutCities(stack: Stack, { lotCount, say }: Run): Promise<Place[]> {
  return stack.once('cities', async () => {
    say(`laying out ${lotCount} lots`);
    await addMarketLots(stack, lotCount);
    say(`publishing ${lotCount} lots`);
    await refreshOnce(stack);
    return growCities(stack, lotCount, lotCount);
  });
}

/**
 * The same without a publication, which searches do not need, and with more and more lots:
 * `present` are there by now.
 */
export async function growCities(stack: Stack, lotCount: number, present = 0): Promise<Place[]> {
  const places = await addMarketLots(stack, lotCount, { present });
  await addForecasts(stack);
  await stack.sql('vacuum analyze');
  return places;
}

/** Calls about every city, several at a time. */
export async function callAboutCities(
  target: Target,
  places: readonly Place[],
  call: (client: HttpClient, city: Place) => Promise<unknown>,
): Promise<void> {
  const client = openClient(target, CITIES_AT_ONCE);
  const cities = places.slice(0, CITIES).values();
  await Promise.all(
    Array.from({ length: CITIES_AT_ONCE }, async () => {
      for (const city of cities) await call(client, city);
    }),
  );
  await client.close();
}
