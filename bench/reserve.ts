import { type HttpCall, httpLoop, type Load } from './load.ts';
import { addLots, type BenchLot, roundRobin } from './parking.ts';
import type { Comparison } from './report.ts';
import type { Stack } from './stack.ts';

const LOTS = { count: 200, totalSpaces: 100_000 };
const IN_FLIGHT = 32;
/**
 * Ours: a hold is reads and a write that waits for the disk, and hello is neither. A session's one
 * statement, alone, is written about an eighth as often as hello is said, so this is near the most.
 */
const AIM = '>= 0.1';

/** How a caller says where it wants to park. */
const WAYS = {
  'lot by its name': ({ name }: BenchLot) => ({ intent: `2 hours at ${name}` }),
  'lot by its id': ({ lot_id }: BenchLot) => ({ intent: '2 hours', lot_id }),
};

/** POST /api/v1/reserve, each call a new hold, against hellos behind the same middleware. */
export async function compareReserve(
  stack: Stack,
  run: { pairs: number; durationMs: number; say: (text: string) => void },
): Promise<Comparison[]> {
  const nextLot = roundRobin(await addLots(stack, LOTS));
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const hello = () =>
    httpLoop(
      { ...stack, expectStatus: 200, nextCall: () => ({ method: 'GET', path: '/hello' }) },
      loops,
    );
  const comparisons: Comparison[] = [];
  for (const [way, bodyFor] of Object.entries(WAYS)) {
    const pairs: { ours: Load; bare: Load }[] = [];
    for (let pair = 0; pair < run.pairs; pair += 1) {
      run.say(`reserving, ${way}, pair ${pair + 1} of ${run.pairs}`);
      const bare = await hello();
      const nextCall = () => reserveCall(bodyFor(nextLot()));
      pairs.push({ ours: await httpLoop({ ...stack, expectStatus: 201, nextCall }, loops), bare });
    }
    comparisons.push({
      title: `POST reserve, ${IN_FLIGHT} in flight, ${way}`,
      against: 'hello behind the same middleware',
      figure: 'perSecond',
      aim: AIM,
      pairs,
    });
  }
  return comparisons;
}

let lastKey = 0;

/** A call that no earlier one repeats. */
export function reserveCall(body: object): HttpCall {
  lastKey += 1;
  return {
    method: 'POST',
    path: '/api/v1/reserve',
    body: JSON.stringify(body),
    idempotencyKey: `bench-${lastKey}`,
  };
}
