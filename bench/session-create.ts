import { newId } from '../src/ids.ts';
import { createSimulatedGateway } from '../src/payments/simulated-gateway.ts';
import { createSession } from '../src/sessions/create-session.ts';
import { httpLoop, loop } from './load.ts';
import { addLots, callerOf, capturing, nextPlate, plainRequest, roundRobin } from './parking.ts';
import type { Comparison } from './report.ts';
import type { Stack } from './stack.ts';

const LOTS = { count: 200, totalSpaces: 100_000 };
const IN_FLIGHT = 8;

/** POST /api/v1/sessions through the whole service, against its single statement alone. */
export async function compareSessionCreate(
  stack: Stack,
  options: { pairs: number; durationMs: number },
): Promise<Comparison> {
  const nextLot = roundRobin(await addLots(stack, LOTS));
  const statement = await captureStatement(stack, nextLot().lot_id);
  const loops = { inFlight: IN_FLIGHT, durationMs: options.durationMs };
  const pairs = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    const bare = await loop(async () => {
      await stack.db.query('session_create', {
        ...statement,
        session_id: newId('ses'),
        event_id: newId('evt'),
        lot_id: nextLot().lot_id,
        plate: nextPlate(),
      });
    }, loops);
    const nextCall = () => ({
      method: 'POST' as const,
      path: '/api/v1/sessions',
      body: JSON.stringify({ lot_id: nextLot().lot_id, plate: nextPlate() }),
    });
    const whole = await httpLoop({ ...stack, expectStatus: 201, nextCall }, loops);
    pairs.push({ ours: whole, bare });
  }
  return {
    title: `POST /api/v1/sessions, ${IN_FLIGHT} in flight, whole service`,
    against: 'the same statement from one Node process',
    figure: 'perSecond',
    aim: '>= 0.5',
    pairs,
  };
}

/** The values that the service gives its statement, captured while it creates one session. */
async function captureStatement(stack: Stack, lotId: string) {
  const { db, valuesOf } = capturing(stack.db);
  const context = { requestId: 'req_bench', remember: undefined };
  const deps = { db, payments: createSimulatedGateway(db), log: stack.log };
  await createSession(deps, callerOf(stack), plainRequest(lotId), context);
  return valuesOf('session_create');
}
