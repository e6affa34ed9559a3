import { randomFrom } from '../../src/demo/random.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, type HttpClient, openClient, pacedLoop, pacedLoopDuring } from '../stage/load.ts';
import type { Place } from '../stage/market-data.ts';
import {
  describe,
  inWords,
  layOutMetropolises,
  METROPOLISES,
  publishManyEvents,
  startRefresher,
} from '../stage/metropolises.ts';
import { addMixedEvents } from '../stage/mixed-events.ts';
import { addLots, nextPlate } from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';
import { marketRatePath } from './market-rate.ts';
import { searchEveryCity, searchPath } from './search.ts';

/** Apps and buyers: each waits some time after an answer before its next call. */
const CALLERS = { callers: 8, pauseMs: 40 };
const RADIUS_KM = 5;
const DEMAND = '/api/v2/intelligence/agent-demand?city=Toronto&state=ON&days=30';
const SEED = 37;

/**
 * Latencies of v1 and v2 while a refresh is under way, against those without one. Also prints how
 * long the first refresh and those after it take, and how much memory.
 */
export async function compareRefresh(stack: Stack, run: Run): Promise<Comparison[]> {
  const { newEvents, note, say } = run;
  const places = await layOutMetropolises(stack, run);
  await publishManyEvents(stack, run);
  const [lot] = await addLots(stack, { count: 1, totalSpaces: 50_000 });
  const refresher = await startRefresher(stack);
  const client = openClient(stack, CALLERS.callers);
  try {
    await searchEveryCity(stack, places.slice(0, METROPOLISES.length), run);
    const call = mixedCalls(client, places, lot?.lot_id ?? '');
    const pairs = [];
    for (let pair = 0; pair < run.pairs; pair += 1) {
      say(`beside a refresh, pair ${pair + 1} of ${run.pairs}`);
      const durationMs = Math.max(run.durationMs, run.quietMs);
      const bare = await pacedLoop(call, { ...CALLERS, durationMs });
      await pacedLoopDuring(addMixedEvents(stack, newEvents, 'new'), call, CALLERS);
      const refreshed = refresher.refresh();
      const ours = await pacedLoopDuring(refreshed, call, CALLERS);
      note(`refresh, ${inWords(newEvents)}: ${describe(await refreshed)}`);
      pairs.push({ ours, bare });
    }
    const title = `p99 of v1 and v2 beside a refresh of ${inWords(newEvents)}`;
    return [{ title, against: 'without', figure: 'p99Ms', aim: '<= 1.5', pairs }];
  } finally {
    await client.close();
    await refresher.stop();
  }
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
