import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '../src/demo/random.ts';
import { createKey } from '../src/keys/create-key.ts';
import { SCOPES } from '../src/keys/scopes.ts';
import { createOperator } from '../src/operators/create-operator.ts';
import { HOSTILE_KINDS, type HostileTarget } from './hostile-caller.ts';
import { callFor, type HttpCall, type Load, openClient, pacedLoop } from './load.ts';
import { addMarketLots, type Place } from './market-data.ts';
import { addLots, nextPlate } from './parking.ts';
import type { Comparison } from './report.ts';
import { searchPath } from './search.ts';
import type { Stack } from './stack.ts';

const HOSTILE = fileURLToPath(new URL('./hostile-caller.ts', import.meta.url));
/** Drivers' apps: each waits some time after an answer before its next call. */
const HEALTHY = { callers: 8, pauseMs: 40 };
const SEED = 17;
/** How long the hostile caller works before the measurement begins. */
const HEAD_START_MS = 1_000;

/**
 * Latencies of healthy callers next to one hostile caller of each kind, against those without it.
 */
export async function compareNeighbours(
  stack: Stack,
  lotCount: number,
  run: { pairs: number; durationMs: number; say: (text: string) => void },
): Promise<Comparison[]> {
  run.say(`laying out ${lotCount} lots`);
  const places = await addMarketLots(stack, lotCount);
  const [lot] = await addLots(stack, { count: 1, totalSpaces: 50_000 });
  await stack.sql('vacuum analyze');
  const lotId = lot?.lot_id ?? '';
  const target = await hostileTarget(stack, lotId, places);
  const comparisons: Comparison[] = [];
  for (const kind of HOSTILE_KINDS) {
    const pairs = [];
    for (let pair = 0; pair < run.pairs; pair += 1) {
      run.say(`beside ${kind}, pair ${pair + 1} of ${run.pairs}`);
      const bare = await healthyLoad(stack, lotId, places, run.durationMs);
      const end = await beginHostile(kind, target);
      const ours = await healthyLoad(stack, lotId, places, run.durationMs);
      await end();
      pairs.push({ ours, bare });
    }
    const title = `p99 of healthy callers beside ${kind}`;
    comparisons.push({ title, against: 'without', figure: 'p99Ms', aim: '<= 2', pairs });
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

async function beginHostile(kind: string, target: HostileTarget): Promise<() => Promise<void>> {
  const child = fork(HOSTILE, [kind, JSON.stringify(target)]);
  await once(child, 'message');
  await new Promise((done) => setTimeout(done, HEAD_START_MS));
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
