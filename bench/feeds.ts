import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { httpLoop } from './load.ts';
import { addMarketLots } from './market-data.ts';
import type { Comparison } from './report.ts';
import type { Stack } from './stack.ts';

const FEED = '/api/v1/lots.geojson';
/** As many as one address may have. */
const IN_FLIGHT = 4;
const BARE = fileURLToPath(new URL('./bare-bytes.ts', import.meta.url));

/** GET /api/v1/lots.geojson once it has been asked for, against node:http with the same bytes. */
export async function compareFeeds(
  stack: Stack,
  lotCount: number,
  run: { pairs: number; durationMs: number; say: (text: string) => void },
): Promise<Comparison> {
  run.say(`laying out ${lotCount} lots`);
  await addMarketLots(stack, lotCount);
  await stack.sql('vacuum analyze');
  const bare = fork(BARE, [`${stack.url}${FEED}`, stack.key]);
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const call = { method: 'GET', path: FEED, headers: { 'accept-encoding': 'gzip' } } as const;
  const get = (url: string) =>
    httpLoop({ url, key: stack.key, expectStatus: 200, nextCall: () => call }, loops);
  const pairs = [];
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`the map of all lots, pair ${pair + 1} of ${run.pairs}`);
    const theirs = await get(`http://127.0.0.1:${port}`);
    pairs.push({ ours: await get(stack.url), bare: theirs });
  }
  bare.disconnect();
  await once(bare, 'exit');
  return {
    title: `GET lots.geojson, warm, ${IN_FLIGHT} in flight`,
    against: 'node:http sending the same bytes',
    figure: 'perSecond',
    aim: '>= 0.8',
    pairs,
  };
}
