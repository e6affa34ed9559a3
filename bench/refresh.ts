import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '../src/demo/random.ts';
import { callFor, type HttpClient, openClient, pacedLoop, pacedLoopDuring } from './load.ts';
import type { Place } from './market-data.ts';
import { marketRatePath } from './market-rate.ts';
import { addMixedEvents, prepareEvents } from './mixed-events.ts';
import { addLots, nextPlate } from './parking.ts';
import type { Refreshed } from './refresher.ts';
import type { Comparison, Run } from './report.ts';
import { searchEveryCity, searchPath } from './search.ts';
import type { Stack } from './stack.ts';

const REFRESHER = fileURLToPath(new URL('./refresher.ts', import.meta.url));
/** Apps and buyers: each waits some time after an answer before its next call. */
const CALLERS = { callers: 8, pauseMs: 40 };
const RADIUS_KM = 5;
const DEMAND = '/api/v2/intelligence/agent-demand?city=Toronto&state=ON&days=30';
const SEED = 37;
/** How long is measured without a refresh, at least: about as long as a refresh takes. */
const QUIET_MS_MIN = 4_000;

export type RefreshSizes = { lotCount: number; manyEvents: number; newEvents: number };

/**
 * Latencies of v1 and v2 while a refresh is under way, against those without one. Also prints how
 * long the first refresh and those after it take, and how much memory.
 */
export async function compareRefresh(
  stack: Stack,
  { lotCount, manyEvents, newEvents }: RefreshSizes,
  run: Run,
): Promise<Comparison[]> {
  const events = (count: number) => `${count.toLocaleString('en')} events`;
  run.say(`laying out ${lotCount} lots`);
  const places = await prepareEvents(stack, lotCount);
  const [lot] = await addLots(stack, { count: 1, totalSpaces: 50_000 });
  await addMixedEvents(stack, manyEvents, 'past', (done) =>
    run.say(`${done} of ${events(manyEvents)}`),
  );
  await stack.sql('vacuum analyze');
  const refresher = await startRefresher(stack);
  const client = openClient(stack, CALLERS.callers);
  try {
    run.say(`refreshing for the first time, with ${events(manyEvents)}`);
    run.note(`first refresh, ${events(manyEvents)}: ${describe(await refresher.refresh())}`);
    await stack.sql('vacuum analyze');
    await searchEveryCity(stack, places, run);
    const call = mixedCalls(client, places, lot?.lot_id ?? '');
    const pairs = [];
    for (let pair = 0; pair < run.pairs; pair += 1) {
      run.say(`beside a refresh, pair ${pair + 1} of ${run.pairs}`);
      const durationMs = Math.max(run.durationMs, QUIET_MS_MIN);
      const bare = await pacedLoop(call, { ...CALLERS, durationMs });
      await pacedLoopDuring(addMixedEvents(stack, newEvents, 'new'), call, CALLERS);
      const refreshed = refresher.refresh();
      const ours = await pacedLoopDuring(refreshed, call, CALLERS);
      run.note(`refresh, ${events(newEvents)}: ${describe(await refreshed)}`);
      pairs.push({ ours, bare });
    }
    const title = `p99 of v1 and v2 beside a refresh of ${events(newEvents)}`;
    return [{ title, against: 'without', figure: 'p99Ms', aim: '<= 1.5', pairs }];
  } finally {
    await client.close();
    await refresher.stop();
  }
}

function describe({ seconds, peakMib, steps }: Refreshed): string {
  return `${seconds.toFixed(1)} s, at most ${Math.round(peakMib)} MiB by then (${steps})`;
}

async function startRefresher(stack: Stack) {
  const child = fork(REFRESHER, [stack.pipelinesAddress, join(stack.home, 'refresh.duckdb')]);
  const failed = once(child, 'exit').then(() => {
    throw new Error('the process that refreshes has ended');
  });
  failed.catch(() => undefined);
  const next = () => Promise.race([once(child, 'message'), failed]);
  await next();
  return {
    async refresh(): Promise<Refreshed> {
      child.send('refresh');
      const [refreshed] = (await next()) as [Refreshed];
      return refreshed;
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Searches and stays of drivers, questions of buyers. */
function mixedCalls(
  client: HttpClient,
  places: readonly Place[],
  lotId: string,
): () => Promise<void> {
  const random = randomFrom(SEED);
  return async () => {
    const kind = random();
    if (kind < 0.1) {
      const body = JSON.stringify({ lot_id: lotId, plate: nextPlate() });
      await callFor(client, 201, { method: 'POST', path: '/api/v1/sessions', body });
    } else if (kind < 0.5)
      await callFor(client, 200, { method: 'GET', path: searchPath(places, random) });
    else if (kind < 0.75)
      await callFor(client, 200, {
        method: 'GET',
        path: marketRatePath(places, RADIUS_KM, random),
      });
    else await callFor(client, 200, { method: 'GET', path: DEMAND });
  };
}
