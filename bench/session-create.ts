import { newId } from '../src/ids.ts';
import type { Caller } from '../src/keys/caller.ts';
import { createSimulatedGateway } from '../src/payments/simulated-gateway.ts';
import { createSession } from '../src/sessions/create-session.ts';
import type { Querier } from '../src/stores/postgres.ts';
import { httpLoop, loop } from './load.ts';
import type { Comparison } from './report.ts';
import type { Stack } from './stack.ts';

const LOTS = 200;
const IN_FLIGHT = 8;

/** POST /api/v1/sessions through the whole service against its one statement, alone. */
export async function compareSessionCreate(
  stack: Stack,
  options: { pairs: number; durationMs: number },
): Promise<Comparison> {
  const lotIds = await addLots(stack);
  let next = 0;
  const nextLot = () => lotIds[next++ % LOTS] ?? '';
  const nextPlate = () => `B${(next++).toString(36).toUpperCase().padStart(9, '0')}`;
  const statement = await captureStatement(stack, nextLot(), nextPlate());
  const loops = { inFlight: IN_FLIGHT, durationMs: options.durationMs };
  const pairs = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    const bare = await loop(async () => {
      await stack.db.query('session_create', {
        ...statement,
        session_id: newId('ses'),
        event_id: newId('evt'),
        lot_id: nextLot(),
        plate: nextPlate(),
      });
    }, loops);
    const nextCall = () => ({
      method: 'POST' as const,
      path: '/api/v1/sessions',
      body: JSON.stringify({ lot_id: nextLot(), plate: nextPlate() }),
    });
    const whole = await httpLoop({ ...stack, expectStatus: 201, nextCall }, loops);
    pairs.push({ ours: whole, bare });
  }
  return {
    title: 'POST /api/v1/sessions, 8 in flight, whole service',
    against: 'the same statement from one Node process',
    figure: 'perSecond',
    aim: '>= 0.5',
    pairs,
  };
}

async function addLots(stack: Stack): Promise<string[]> {
  const rows = await stack.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, total_spaces, rate_minor, rate_unit, currency, lot_type)
     select uuidv7(), $1, true, 'Bench', 'bench', 43.6, -79.4, 617700169958293503,
       'America/Toronto', 100000, 350, 'hour', 'cad', 'surface'
     from generate_series(1, $2::integer)
     returning lot_id`,
    [stack.operatorId, LOTS],
  );
  await stack.sql('analyze lots');
  return (rows as { lot_id: string }[]).map((row) => row.lot_id);
}

/** The very values that the service gives its statement: seen by letting it create one session. */
async function captureStatement(stack: Stack, lotId: string, plate: string) {
  let captured: Record<string, unknown> = {};
  const db: Querier = {
    query(name, values = {}) {
      if (name === 'session_create') captured = values;
      return stack.db.query(name, values);
    },
  };
  const caller: Caller = {
    keyId: stack.keyId,
    operatorId: stack.operatorId,
    plan: 'pro',
    livemode: true,
    scopes: ['sessions:write'],
    fleetId: null,
    agentPlatform: null,
    rateLimits: {},
    spendCapCents: null,
    expiresAt: null,
  };
  const request = {
    lotId,
    plate,
    vehicle: { isAutonomous: false, fleetId: null, vin: null },
    agent: null,
    driverEmail: null,
    metadata: {},
  };
  const context = { requestId: 'req_bench', remember: undefined };
  await createSession({ db, payments: createSimulatedGateway(db) }, caller, request, context);
  return captured;
}
