import { newId } from '../../src/access/ids.ts';
import { reserveSpaces } from '../../src/parking/reservations/reserve-spaces.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, type HttpCall, httpLoop, type Load, loop, openClient } from '../stage/load.ts';
import {
  addLots,
  type BenchLot,
  callerOf,
  capturing,
  checkWrittenAlike,
  roundRobin,
} from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';

const LOTS = { count: 200, totalSpaces: 100_000 };
const IN_FLIGHT = 32;

/** How a caller says where it wants to park. */
const WAYS = {
  'lot by its name': ({ name }: BenchLot) => ({ intent: `2 hours at ${name}` }),
  'lot by its id': ({ lot_id }: BenchLot) => ({ intent: '2 hours', lot_id }),
};

/**
 * POST /api/v1/reserve, each call a new hold, against hellos behind the same middleware, which do
 * not wait for the disk, and against the single statement that places a hold.
 */
export async function compareReserve(stack: Stack, run: Run): Promise<Comparison[]> {
  const lots = await addLots(stack, LOTS);
  const nextLot = roundRobin(lots);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const sayHello = { ...stack, expectStatus: 200, nextCall: () => HELLO };
  const placeHold = await captureHold(stack, nextLot());
  const placeOn = async (lot: BenchLot) => {
    await placeHold(lot);
  };
  const client = openClient(stack, 1);
  const call = reserveCall(WAYS['lot by its id'](nextLot()));
  const { hold } = JSON.parse(await callFor(client, 201, call));
  await client.close();
  await checkWrittenAlike(stack, 'hold', [hold.id, await placeHold(nextLot())]);
  const bareSides = {
    'hello behind the same middleware': () => httpLoop(sayHello, loops),
    'its statement from one Node process': () => loop(() => placeOn(nextLot()), loops),
  };
  const comparisons: Comparison[] = [];
  for (const [way, bodyFor] of Object.entries(WAYS))
    for (const [against, bareSide] of Object.entries(bareSides)) {
      const nextCall = () => reserveCall(bodyFor(nextLot()));
      const pairs: { ours: Load; bare: Load }[] = [];
      for (let pair = 0; pair < run.pairs; pair += 1) {
        run.say(`reserving, ${way}, pair ${pair + 1} of ${run.pairs}`);
        const bare = await bareSide();
        pairs.push({
          ours: await httpLoop({ ...stack, expectStatus: 201, nextCall }, loops),
          bare,
        });
      }
      const title = `POST reserve, ${IN_FLIGHT} in flight, ${way}`;
      comparisons.push({ title, against, figure: 'perSecond', aim: 'none', pairs });
    }
  return comparisons;
}

const HELLO: HttpCall = { method: 'GET', path: '/hello' };

/**
 * Lets the core place one hold, and returns a function that repeats its statement with the same
 * values, on any lot, and returns the id of the hold.
 */
async function captureHold(stack: Stack, { lot_id }: BenchLot) {
  const { db, valuesOf } = capturing(stack.db);
  const geocoder = { geocode: () => Promise.reject(new Error('the lot is given')) };
  const request = {
    intent: '2 hours',
    lotId: lot_id,
    startsAt: null,
    endsAt: null,
    plate: null,
    vehicle: { isAutonomous: false, fleetId: null, vin: null },
    spaceCount: null,
    ttlSeconds: 180,
  };
  const context = { requestId: 'req_bench', remember: undefined };
  const payments = { processor: 'simulated' as const };
  await reserveSpaces({ db, payments, geocoder }, callerOf(stack), request, context);
  const values = valuesOf('holds_place');
  const [hold] = JSON.parse(String(values.holds)) as [Record<string, unknown>];
  return async (lot: BenchLot): Promise<string> => {
    const holdId = newId('hold');
    const holds = JSON.stringify([{ ...hold, hold_id: holdId, lot_id: lot.lot_id }]);
    const rows = await stack.db.query('holds_place', { ...values, holds });
    if (rows.length === 0) throw new Error('holds_place placed nothing');
    return holdId;
  };
}

let lastKey = 0;

/** A call with a new idempotency key. */
export function reserveCall(body: object): HttpCall {
  lastKey += 1;
  return {
    method: 'POST',
    path: '/api/v1/reserve',
    body: JSON.stringify(body),
    idempotencyKey: `bench-${lastKey}`,
  };
}
