import { randomFrom } from '../../src/demo/random.ts';
import type { Comparison, Run } from '../report.ts';
import { CITY, layOutCity, placeInCity } from '../stage/city-data.ts';
import { forkBareBytes } from '../stage/fork-bare-bytes.ts';
import { compareKinds } from '../stage/hellos.ts';
import { callFor, getLoop, openClient } from '../stage/load.ts';
import type { Place } from '../stage/market-data.ts';
import type { Stack } from '../stage/stack.ts';

const RADIUS_KM = 5;
const IN_FLIGHT = 32;
const AIM = '>= 0.4';
const SEED = 29;

/**
 * GET hexes.geojson at its default resolution, against hellos behind the same middleware: one map
 * again and again, and maps that are all different; and the former against the bytes alone.
 */
export async function compareHexes(stack: Stack, run: Run): Promise<Comparison[]> {
  await layOutCity(stack, run);
  const cells = await countCells(stack);
  const random = randomFrom(SEED);
  const title = `GET hexes.geojson, ${IN_FLIGHT} in flight, ${RADIUS_KM} km, ${cells} cells`;
  const differing = () => hexesPath(placeInCity(random));
  const kinds = [
    { title: `${title}, the same map`, aim: AIM, nextPath: () => hexesPath(CITY) },
    { title: `${title}, maps that differ`, aim: AIM, nextPath: differing },
  ].flatMap((kind) => [kind, { ...kind, title: `${kind.title}, zipped`, acceptEncoding: 'gzip' }]);
  return [
    ...(await compareKinds(stack, kinds, IN_FLIGHT, run)),
    await compareBytes(stack, `${title}, the same map`, 'identity', run),
    await compareBytes(stack, `${title}, the same map, zipped`, 'gzip', run),
  ];
}

/** One map again and again, against node:http that sends the same bytes. */
async function compareBytes(
  stack: Stack,
  title: string,
  acceptEncoding: 'gzip' | 'identity',
  { pairs, durationMs, say }: Run,
): Promise<Comparison> {
  const nextPath = () => hexesPath(CITY);
  const bare = await forkBareBytes(stack, nextPath(), acceptEncoding);
  await checkSameCells(stack, [stack.url, bare.url], acceptEncoding);
  const loops = { inFlight: IN_FLIGHT, durationMs };
  const measured: Comparison['pairs'] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    say(`${title}, bytes, pair ${pair + 1} of ${pairs}`);
    measured.push({
      ours: await getLoop({ ...stack, acceptEncoding }, nextPath, loops),
      bare: await getLoop({ url: bare.url, key: stack.key, acceptEncoding }, nextPath, loops),
    });
  }
  await bare.stop();
  const against = 'node:http sending the same bytes';
  return { title, against, figure: 'perSecond', aim: '', pairs: measured };
}

/** Throws unless both answer with the same cells; the id of each answer is its own. */
async function checkSameCells(
  { key }: Stack,
  urls: readonly string[],
  acceptEncoding: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': acceptEncoding };
  const [ours, bare] = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(`${url}${hexesPath(CITY)}`, { headers });
      const { features } = (await answer.json()) as { features?: unknown };
      return JSON.stringify(features);
    }),
  );
  if (ours === undefined || ours !== bare) throw new Error(`cells: ${ours}, but ${bare}`);
}

async function countCells(stack: Stack): Promise<number> {
  const client = openClient(stack, 1);
  const text = await callFor(client, 200, { method: 'GET', path: hexesPath(CITY) });
  await client.close();
  const { length } = JSON.parse(text).features;
  if (length === 0) throw new Error(`${hexesPath(CITY)}: no cells`);
  return length;
}

function hexesPath({ lat, lng }: Place): string {
  const [north, east] = [lat.toFixed(5), lng.toFixed(5)];
  return `/api/v2/intelligence/hexes.geojson?lat=${north}&lng=${east}&radius_km=${RADIUS_KM}`;
}
