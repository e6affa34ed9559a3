import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Run } from '../report.ts';
import type { Place } from './market-data.ts';
import { addMixedEvents, prepareEvents } from './mixed-events.ts';
import type { Refreshed } from './refresher.ts';
import type { Stack } from './stack.ts';

/**
 * As many lots around as a metropolis has: of 200,000 lots, some 35 within 1 km of one, 850 within
 * 5 km, 12,000 within 20 km and 25,000 within 50 km.
 */
export const METROPOLISES: readonly Place[] = [
  { lat: 43.65, lng: -79.38 },
  { lat: 34.05, lng: -118.24 },
  { lat: -23.55, lng: -46.63 },
  { lat: 51.51, lng: -0.13 },
  { lat: 48.86, lng: 2.35 },
  { lat: 30.04, lng: 31.24 },
  { lat: 35.68, lng: 139.69 },
  { lat: -33.87, lng: 151.21 },
];
const REFRESHER = fileURLToPath(new URL('./refresher.ts', import.meta.url));

export const inWords = (eventCount: number) => `${eventCount.toLocaleString('en')} events`;

/** Lots in metropolises, without events; returns where they are. */
export function layOutMetropolises(stack: Stack, { lotCount, say }: Run): Promise<Place[]> {
  return stack.once('metropolises', () => {
    say(`laying out ${lotCount} lots`);
    return prepareEvents(stack, lotCount, METROPOLISES);
  });
}

/** As few events as to compare with, unless all of them are there. */
export function addFewEvents(stack: Stack, { fewEvents, say }: Run): Promise<void> {
  return stack.once('few events', () => {
    say(`adding ${inWords(fewEvents)}`);
    return addMixedEvents(stack, fewEvents, 'past');
  });
}

/** All events of the past, published by a first refresh, whose time and memory are noted. */
export function publishManyEvents(stack: Stack, run: Run): Promise<void> {
  return stack.once('many events', async () => {
    const { fewEvents, manyEvents, say, note } = run;
    await addFewEvents(stack, run);
    await addMixedEvents(stack, manyEvents - fewEvents, 'past', (done) =>
      say(`${fewEvents + done} of ${inWords(manyEvents)}`),
    );
    await stack.sql('analyze');
    say(`refreshing for the first time, with ${inWords(manyEvents)}`);
    const refresher = await startRefresher(stack);
    try {
      note(`first refresh, ${inWords(manyEvents)}: ${describe(await refresher.refresh())}`);
    } finally {
      await refresher.stop();
    }
    await stack.sql('vacuum analyze');
  });
}

export function describe({ seconds, peakMib, steps }: Refreshed): string {
  return `${seconds.toFixed(1)} s, at most ${Math.round(peakMib)} MiB by then (${steps})`;
}

/** The pipelines of a stack as a process of their own, which refreshes on a message. */
export async function startRefresher(stack: Stack) {
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
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      const ended = hasEnded ? undefined : once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
