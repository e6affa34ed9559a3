import { systemClock } from '../src/clock.ts';
import { randomFrom } from '../src/demo/random.ts';
import { addCity, CITY, type CitySizes, placeInCity } from './city-data.ts';
import { compareKinds } from './hellos.ts';
import { callFor, openClient } from './load.ts';
import type { Place } from './market-data.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

const RADIUS_KM = 5;
const IN_FLIGHT = 32;
const AIM = '>= 0.4';
const SEED = 29;

/**
 * GET hexes.geojson at its default resolution, against hellos behind the same middleware: one map
 * again and again, and maps of which no two are the same.
 */
export async function compareHexes(
  stack: Stack,
  sizes: CitySizes,
  run: Run,
): Promise<Comparison[]> {
  run.say(`laying out a city with ${sizes.lotCount} lots`);
  await addCity(stack, sizes, new Date(systemClock.now()));
  const cells = await countCells(stack);
  const random = randomFrom(SEED);
  const title = `GET hexes.geojson, ${IN_FLIGHT} in flight, ${RADIUS_KM} km, ${cells} cells`;
  const asked = [
    { what: 'the same map', nextPath: () => hexesPath(CITY) },
    { what: 'maps that differ', nextPath: () => hexesPath(placeInCity(random)) },
  ];
  const kinds = asked.map(({ what, nextPath }) => ({
    title: `${title}, ${what}`,
    aim: AIM,
    nextPath,
  }));
  return compareKinds(stack, kinds, IN_FLIGHT, run);
}

async function countCells(stack: Stack): Promise<number> {
  const client = openClient(stack, 1);
  const text = await callFor(client, 200, { method: 'GET', path: hexesPath(CITY) });
  await client.close();
  return JSON.parse(text).features.length;
}

function hexesPath({ lat, lng }: Place): string {
  const [north, east] = [lat.toFixed(5), lng.toFixed(5)];
  return `/api/v2/intelligence/hexes.geojson?lat=${north}&lng=${east}&radius_km=${RADIUS_KM}`;
}
