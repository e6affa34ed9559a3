import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createKey } from '../../src/access/keys/create-key.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { SCOPES } from '../../src/access/principals/scopes.ts';
import { randomFrom } from '../../src/demo/random.ts';
import { monotonicMs } from '../../src/kit/clock.ts';
import type { Comparison, Run } from '../report.ts';
import { HOSTILE_KINDS, type HostileTarget } from '../stage/hostile-caller.ts';
import { callFor, type HttpCall, type Load, openClient, pacedLoop } from '../stage/load.ts';
import type { Place } from '../stage/market-data.ts';
import { addLots, nextPlate } from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';
import { prepareSearch, searchPath } from './search.ts';

const HOSTILE = fileURLToPath(new URL('../stage/hostile-caller.ts', import.meta.url));
/** Drivers' apps: each waits some time after an answer before its next call. */
const HEALTHY = { callers: 8, pauseMs: 40 };
const SEED = 17;
/** How long the service may take to answer a hostile caller for the first time. */
const NOTICED_MS_MAX = 60_000;
const LOOK_MS = 20;
/** Times as long as what is measured without pauses: with them there are few calls a second. */
const LONGER = 2;
/**
 * Latencies of healthy callers next to one hostile caller of each kind, against those without it.
 */
export async function compareNeighbours(stack: Stack, run: Run): Promise<Comparison[]> {
  const places = await prepareSearch(stack, run);
  const [lot] = await addLots(stack, { count: 1, totalSpaces: 50_000 });
  const lotId = lot?.lot_id ?? '';
  const target = await hostileTarget(stack, lotId, places);
  const comparisons = HOSTILE_KINDS.map((kind) => ({
    kind,
    title: `p99 of healthy callers beside ${kind}`,
    against: 'without',
    figure: 'p99Ms' as const,
    aim: '<= 2',
    pairs: [] as Comparison['pairs'],
  }));

  const durationMs = LONGER * run.durationMs;
  for (let pair = 0; pair < run.pairs; pair += 1) {
    const bare = await healthyLoad(stack, lotId, places, durationMs);
    for (const { kind, pairs } of comparisons) {
      run.say(`beside ${kind}, pair ${pair + 1} of ${run.pairs}`);
      const end = await beginHostile(kind, target, run);
      const ours = await healthyLoad(stack, lotId, places, durationMs);
      await end();
      pairs.push({ ours, bare });
    }
  }
  return comparisons;
}

async function hostileTarget(
  stack: Stack,
  lotId: string,
  [place]: readonly Place[],
): Promise<HostileTarget> {
  const actorId = 'bench';
  const { id: operatorId } = await createOperator(stack.db, {
    name: 'Hostile',
    plan: 'pro',
    actorId,
  });
  const newKey = async (scopes: string[]) =>
    (await createKey(stack.db, { operatorId, name: 'hostile', mode: 'live', scopes, actorId }))
      .secret;
  return {
    url: stack.url,
    key: await newKey([...SCOPES]),
    scopelessKey: await newKey(['payouts:read']),
    lotId,
    place: place ?? { lat: 0, lng: 0 },
  };
}

/** Resolves once the service has noticed the hostile caller; returns how to end it. */
async function beginHostile(
  kind: string,
  target: HostileTarget,
  { headStartMs }: Run,
): Promise<() => Promise<void>> {
  const child = fork(HOSTILE, [kind, JSON.stringify(target)]);
  await once(child, 'message');
  const deadline = monotonicMs() + NOTICED_MS_MAX;
  for (let reached = 0; reached === 0; ) {
    if (monotonicMs() > deadline) {
      child.kill();
      throw new Error(`the hostile caller with ${kind} reached nothing`);
    }
    await sleep(LOOK_MS);
    const answered = once(child, 'message');
    child.send('statuses');
    const [statuses] = (await answered) as [Record<string, number>];
    reached = Object.keys(statuses).length;
  }
  await sleep(headStartMs);
  return async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
}

/** Searches, and now and then a stay. */
async function healthyLoad(
  stack: Stack,
  lotId: string,
  places: readonly Place[],
  durationMs: number,
): Promise<Load> {
  const random = randomFrom(SEED);
  const client = openClient(stack, HEALTHY.callers);
  const parking = (): HttpCall => ({
    method: 'POST',
    path: '/api/v1/sessions',
    body: JSON.stringify({ lot_id: lotId, plate: nextPlate() }),
  });
  try {
    return await pacedLoop(
      async () => {
        const isParking = random() < 0.1;
        if (isParking) await callFor(client, 201, parking());
        else await callFor(client, 200, { method: 'GET', path: searchPath(places, random) });
      },
      { ...HEALTHY, durationMs },
    );
  } finally {
    await client.close();
  }
}
