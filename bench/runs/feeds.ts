import type { Comparison, Run } from '../report.ts';
import { layOutCities } from '../stage/cities.ts';
import { forkBareBytes } from '../stage/fork-bare-bytes.ts';
import { checkSameBytes, readAgain } from '../stage/read-again.ts';
import type { Stack } from '../stage/stack.ts';

const FEEDS = ['/api/v1/lots.geojson', '/api/v1/lots.ndjson.gz', '/feeds/parkapi/v3/otp'] as const;
/** As many as one address may have. */
const IN_FLIGHT = 4;

/** Feeds of all lots after a first request, against node:http with the same bytes. */
export async function compareFeeds(stack: Stack, run: Run): Promise<Comparison[]> {
  await layOutCities(stack, run);
  const comparisons: Comparison[] = [];
  for (const feed of FEEDS) comparisons.push(await compareFeed(stack, feed, run));
  return comparisons;
}

async function compareFeed(
  stack: Stack,
  feed: (typeof FEEDS)[number],
  run: Run,
): Promise<Comparison> {
  const bare = await forkBareBytes(stack, feed, 'gzip');
  const asked = { key: stack.key, coding: 'gzip' } as const;
  await checkSameBytes([stack.url, bare.url], feed, asked);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const pairs = [];
  for (let pair = 0; pair < run.pairs; pair += 1) {
    run.say(`${feed}, pair ${pair + 1} of ${run.pairs}`);
    const theirs = await readAgain(bare.url, feed, asked, loops);
    pairs.push({ ours: await readAgain(stack.url, feed, asked, loops), bare: theirs });
  }
  await bare.stop();
  return {
    title: `GET ${feed.split('/').at(-1)}, warm, ${IN_FLIGHT} in flight`,
    against: 'node:http sending the same bytes',
    figure: 'perSecond',
    aim: '>= 0.8',
    pairs,
  };
}
