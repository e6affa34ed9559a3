import { newId } from '../../src/access/ids.ts';
import { createSimulatedGateway } from '../../src/money/payments/simulated-gateway.ts';
import { createSession } from '../../src/parking/sessions/create-session.ts';
import { endSession } from '../../src/parking/sessions/end-session.ts';
import { extendSession } from '../../src/parking/sessions/extend-session.ts';
import type { Comparison, Run } from '../report.ts';
import { callFor, type HttpClient, loop, openClient } from '../stage/load.ts';
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
const EXTEND_MINUTES = 30;

/**
 * Whole stays over HTTP, each created, extended and ended, against the statements that write one.
 * The difference is what the service adds: HTTP, its reads before it writes, and the ledger in
 * place of a payment processor.
 */
export async function compareStays(
  stack: Stack,
  { pairs: pairCount, durationMs }: Run,
): Promise<Comparison[]> {
  const lots = await addLots(stack, LOTS);
  const nextLot = roundRobin(lots.map((lot) => lot.lot_id));
  const write = await captureStay(stack, nextLot());
  const loops = { inFlight: IN_FLIGHT, durationMs: durationMs };
  const client = openClient(stack, IN_FLIGHT);
  const pairs = [];
  try {
    const ids = [await stay(client, nextLot()), await write(nextLot())] as const;
    await checkWrittenAlike(stack, 'session', ids);
    for (let pair = 0; pair < pairCount; pair += 1) {
      const bare = await loop(() => ended(write(nextLot())), loops);
      pairs.push({ ours: await loop(() => ended(stay(client, nextLot())), loops), bare });
    }
  } finally {
    await client.close();
  }
  return [
    {
      title: `stays created, extended and ended, ${IN_FLIGHT} in flight, whole service`,
      against: 'their four statements from one Node process',
      figure: 'perSecond',
      aim: '>= 0.5',
      pairs,
    },
  ];
}

async function ended(stayed: Promise<string>): Promise<void> {
  await stayed;
}

/** Parks for some time, and returns the id of the stay. */
async function stay(client: HttpClient, lotId: string): Promise<string> {
  const post = (path: string, body: object, status: number) =>
    callFor(client, status, { method: 'POST', path, body: JSON.stringify(body) });
  const text = await post('/api/v1/sessions', { lot_id: lotId, plate: nextPlate() }, 201);
  const { session } = JSON.parse(text) as { session: { id: string } };
  const named = { session_id: session.id };
  await post('/api/v1/sessions/extend', { ...named, extend_minutes: EXTEND_MINUTES }, 200);
  await post('/api/v1/sessions/end', named, 200);
  return session.id;
}

/**
 * Lets the core do one stay, and returns a function that repeats its statements with the same
 * values, for another vehicle, and returns the id of its stay.
 */
async function captureStay(
  stack: Stack,
  lotId: string,
): Promise<(lotId: string) => Promise<string>> {
  const { db, valuesOf } = capturing(stack.db);
  const caller = callerOf(stack);
  const deps = { db, payments: createSimulatedGateway(db), log: stack.log };
  const context = { requestId: 'req_bench', remember: undefined };
  const created = await createSession(deps, caller, plainRequest(lotId), context);
  const { sessionId, expectedEnd } = created.session;
  const named = { sessionId, sessionCode: null };
  const extension = { ...named, minutes: EXTEND_MINUTES, field: 'extend_minutes' };
  await extendSession(deps, caller, extension, context);
  await endSession(deps, caller, named, context);

  const values = {
    create: valuesOf('session_create'),
    extend: valuesOf('session_extend'),
    // The stays of the benchmark must not end before they began.
    end: { ...valuesOf('session_end'), endedAt: expectedEnd },
    settle: valuesOf('session_settle'),
  };
  const run = async (name: string, given: Record<string, unknown>) => {
    const rows = await stack.db.query(name, given);
    if (rows.length === 0) throw new Error(`${name} wrote nothing`);
  };
  return async (anyLotId) => {
    const stayed = { sessionId: newId('ses') };
    const event = () => newId('evt');
    const place = { lotId: anyLotId, plate: nextPlate() };
    await run('session_create', { ...values.create, ...stayed, ...place, eventId: event() });
    await run('session_extend', { ...values.extend, ...stayed, eventId: event() });
    await run('session_end', { ...values.end, ...stayed });
    const events = { sessionEventId: event(), paymentEventId: event() };
    await run('session_settle', { ...values.settle, ...stayed, ...events });
    return stayed.sessionId;
  };
}
