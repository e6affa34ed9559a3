import { newId } from '../../src/access/ids.ts';
import { createSimulatedGateway } from '../../src/money/payments/simulated-gateway.ts';
import { createSession } from '../../src/parking/sessions/create-session.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, httpLoop, loop, openClient } from '../stage/load.ts';
import {
  addLots,
  callerOf,
  capturing,
  checkWrittenAlike,
  nextPlate,
  plainRequest,
  roundRobin,
} from '../stage/parking.ts';
import type { Stack } from '../stage/stack.ts';

const LOTS = { count: 200, totalSpaces: 100_000 };
const IN_FLIGHT = 8;

/** POST /api/v1/sessions through the whole service, against its single statement alone. */
export async function compareSessionCreate(
  stack: Stack,
  { pairs: pairCount, durationMs }: Run,
): Promise<Comparison[]> {
  const nextLot = roundRobin(await addLots(stack, LOTS));
  const statement = await captureStatement(stack, nextLot().lot_id);
  const loops = { inFlight: IN_FLIGHT, durationMs };
  const writeSession = async () => {
    const sessionId = newId('ses');
    const { lot_id } = nextLot();
    const own = { sessionId, eventId: newId('evt'), lotId: lot_id, plate: nextPlate() };
    const rows = await stack.db.query('session_create', { ...statement, ...own });
    if (rows.length === 0) throw new Error('session_create wrote nothing');
    return sessionId;
  };
  const nextCall = () => ({
    method: 'POST' as const,
    path: '/api/v1/sessions',
    body: JSON.stringify({ lot_id: nextLot().lot_id, plate: nextPlate() }),
  });
  const client = openClient(stack, 1);
  const { session } = JSON.parse(await callFor(client, 201, nextCall()));
  await client.close();
  await checkWrittenAlike(stack, 'session', [session.id, await writeSession()]);
  const pairs = [];
  for (let pair = 0; pair < pairCount; pair += 1) {
    const bare = await loop(async () => {
      await writeSession();
    }, loops);
    const whole = await httpLoop({ ...stack, expectStatus: 201, nextCall }, loops);
    pairs.push({ ours: whole, bare });
  }
  return [
    {
      title: `POST /api/v1/sessions, ${IN_FLIGHT} in flight, whole service`,
      against: 'the same statement from one Node process',
      figure: 'perSecond',
      aim: '>= 0.5',
      pairs,
    },
  ];
}

/** The values that the service gives its statement, captured while it creates one session. */
async function captureStatement(stack: Stack, lotId: string) {
  const { db, valuesOf } = capturing(stack.db);
  const context = { requestId: 'req_bench', remember: undefined };
  const deps = { db, payments: createSimulatedGateway(db), log: stack.log };
  await createSession(deps, callerOf(stack), plainRequest(lotId), context);
  return valuesOf('session_create');
}
