import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import type { Remember } from '../../../../src/access/idempotency/remember.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { AppError } from '../../../../src/kit/errors.ts';
import { createSimulatedGateway } from '../../../../src/money/payments/simulated-gateway.ts';
import { startSession } from '../../../../src/parking/reservations/start-session.ts';
import type { Created } from '../../../../src/parking/sessions/begin-session.ts';
import type { SessionRequest } from '../../../../src/parking/sessions/new-session.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { outcomesOf } from '../../../stage/parking.ts';

let database: TestDatabase;
let caller: Principal;
const log = pino({ level: 'silent' });
let lastPlate = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  caller = await addCaller(database);
});
afterAll(() => database.drop());

const nextPlate = () => `T${String(++lastPlate).padStart(6, '0')}`;
const newLot = (more: object = {}) => addLot(database, { operator_id: caller.operatorId, ...more });

function create(
  lotId: string,
  more: Partial<SessionRequest> = {},
  remember?: Remember<Session>,
  payments = createSimulatedGateway(database.db),
  as = caller,
) {
  const request: SessionRequest = {
    lotId,
    plate: nextPlate(),
    vehicle: { isAutonomous: false, fleetId: null, vin: null },
    agent: null,
    driverEmail: null,
    metadata: {},
    ...more,
  };
  const deps = { db: database.db, payments, log };
  return answerOnce(deps.db, remember, () =>
    startSession(deps, as, request, { requestId: 'req_test', remember }),
  );
}

async function created(result: ReturnType<typeof create>): Promise<Created> {
  const value = await result;
  if (!('session' in value)) throw new Error('replayed');
  return value;
}

async function count(table: string, where: string, value: string): Promise<number> {
  const [row] = await database.sql<{ n: number }>(
    `select count(*)::integer as n from ${table} where ${where} = $1`,
    [value],
  );
  return row?.n ?? Number.NaN;
}

async function takenSpaces(lotId: string): Promise<number> {
  const [row] = await database.sql<{ taken_spaces: number }>(
    'select taken_spaces from lots where lot_id = $1',
    [lotId],
  );
  return row?.taken_spaces ?? Number.NaN;
}

test('a session is made with exactly one audit row, one event and one taken space', async () => {
  const lotId = await newLot();
  const { session } = await created(create(lotId, { plate: 'abc-12 3' }));
  expect(session).toMatchObject({ plate: 'ABC123', status: 'active', estimatedMinor: 350 });
  expect(await count('sessions', 'session_id', session.sessionId)).toBe(1);
  expect(await count('audit_log', 'entity_id', session.sessionId)).toBe(1);
  expect(await count('events', 'entity_id', session.sessionId)).toBe(1);
  expect(await takenSpaces(lotId)).toBe(1);
});

test.each([1, 10])('%d free spaces go to exactly as many of 200 callers', async (spaces) => {
  const lotId = await newLot({ total_spaces: spaces });
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => create(lotId)));
  const granted = results.filter((result) => result.status === 'fulfilled');
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.details?.reason] : [],
  );
  expect(granted).toHaveLength(spaces);
  expect(new Set(reasons)).toEqual(new Set(['lot_full']));
  expect(await count('sessions', 'lot_id', lotId)).toBe(spaces);
  expect(await takenSpaces(lotId)).toBe(spaces);
});

test('a refused stay has its reason, even when its payment intent cannot be canceled', async () => {
  const lotId = await newLot();
  const plate = nextPlate();
  await create(lotId, { plate });
  const given: string[] = [];
  const gateway = createSimulatedGateway(database.db);
  const payments = {
    ...gateway,
    async cancelIntent({ paymentIntentId }: { paymentIntentId: string }) {
      given.push(paymentIntentId);
      throw new AppError('BAD_GATEWAY', 'the payment processor cannot be reached');
    },
  };
  await expect(create(lotId, { plate }, undefined, payments)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'already_parked' },
  });
  expect(given).toHaveLength(1);
});

test('a plate has one active session of an operator on a lot; elsewhere it may have another', async () => {
  const [lotId, otherLotId] = [await newLot(), await newLot()];
  const plate = nextPlate();
  const twins = await Promise.allSettled([create(lotId, { plate }), create(lotId, { plate })]);
  expect(twins.filter((twin) => twin.status === 'fulfilled')).toHaveLength(1);
  await expect(create(lotId, { plate })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'already_parked' },
  });
  expect(await takenSpaces(lotId)).toBe(1);
  await created(create(otherLotId, { plate }));
});

test('of 20 that park a plate at once, with keys of two operators, one of each does', async () => {
  const [lotId, plate] = [await newLot({ total_spaces: 40 }), nextPlate()];
  const { operatorId } = caller;
  const keys = [caller, await addCaller(database, { operatorId }), await addCaller(database)];
  const calls = Array.from({ length: 20 }, (_, i) =>
    create(lotId, { plate }, undefined, undefined, keys[i % keys.length]),
  );
  const { succeeded, refusals } = await outcomesOf(calls);
  expect(succeeded).toBe(2);
  expect(new Set(refusals)).toEqual(new Set(['already_parked']));
  expect(await takenSpaces(lotId)).toBe(2);
});

function rememberAs(idempotencyKey: string, body: unknown): Remember<Session> {
  return {
    keyId: caller.id,
    operation: 'createSession',
    idempotencyKey,
    bodySha256: hashBody(body),
    toResponse: (session) => ({ session: { id: session.sessionId } }),
  };
}

test('100 callers with one idempotency key make one session and get the same answer', async () => {
  const lotId = await newLot({ total_spaces: 1 });
  const plate = nextPlate();
  const results = await Promise.all(
    Array.from({ length: 100 }, () => create(lotId, { plate }, rememberAs('same', { plate }))),
  );
  const ids = results.map((result) =>
    'session' in result ? result.session.sessionId : Object(result.response).session.id,
  );
  expect(new Set(ids).size).toBe(1);
  expect(results.filter((result) => 'session' in result)).toHaveLength(1);
  expect(await count('audit_log', 'entity_id', ids[0] ?? '')).toBe(1);
  await expect(create(lotId, { plate }, rememberAs('same', {}))).rejects.toMatchObject({
    details: { reason: 'idempotency_mismatch' },
  });
});

test('an idempotency key is forgotten after 24 hours', async () => {
  const [lotId, plate] = [await newLot(), nextPlate()];
  const first = await created(create(lotId, { plate }, rememberAs('old', { plate })));
  await database.sql(
    `update idempotency set created_at = now() - interval '24 hours' where idempotency_key = 'old'`,
  );
  const again = await created(create(lotId, {}, rememberAs('old', {})));
  expect(again.session.sessionId).not.toBe(first.session.sessionId);
});

test('the answer stored for repeats contains no plate and no secret', async () => {
  const rows = await database.sql<{ text: string }>(
    'select response::text as text from idempotency',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).not.toMatch(/T0000|_secret_/);
});

test.each([
  ['closed', { status: 'closed' as const }, { code: 'CONFLICT', details: { reason: 'closed' } }],
  ['unlisted', { is_listed: false }, { code: 'NOT_FOUND' }],
  ['test-world', { livemode: false }, { code: 'NOT_FOUND' }],
  ['spaceless', { total_spaces: 0 }, { details: { reason: 'lot_full' } }],
])('a %s lot accepts no stays', async (_, columns, error) => {
  const lotId = await newLot(columns);
  await expect(create(lotId)).rejects.toMatchObject(error);
  expect(await count('sessions', 'lot_id', lotId)).toBe(0);
});

test('a fleet key marks its sessions, and cannot act for another fleet', async () => {
  const lotId = await newLot();
  const vehicle = { isAutonomous: true, fleetId: 'fleet-b', vin: null };
  const fleetCaller = await addCaller(database, { fleetId: 'fleet-a' });
  const before = caller;
  caller = fleetCaller;
  try {
    const { session } = await created(create(lotId));
    expect(session).toMatchObject({ fleetId: 'fleet-a', source: 'fleet' });
    await expect(create(lotId, { vehicle })).rejects.toMatchObject({
      details: [{ field: 'vehicle.fleet_id' }],
    });
  } finally {
    caller = before;
  }
});

test('the audit log refuses to be changed', async () => {
  for (const statement of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(database.sql(statement)).rejects.toThrow('append-only');
  }
});

test.each([1, 0.5, 2.75, 720])('a stay of %s hours lasts exactly that long', async (hours) => {
  const { session } = await created(create(await newLot(), { durationHours: hours }));
  const lengthMs = session.expectedEnd.getTime() - session.startedAt.getTime();
  expect(lengthMs).toBe(hours * 3_600_000);
  const [row] = await database.sql<{ ms: number }>(
    `select extract(epoch from expected_end - started_at)::float8 * 1000 as ms
     from sessions where session_id = $1`,
    [session.sessionId],
  );
  expect(row?.ms).toBe(lengthMs);
});

test('a stay until an instant ends then, and its estimate is for its actual minutes', async () => {
  const lotId = await newLot({ rate_minor: 6_000, total_spaces: 20 });
  for (let i = 0; i < 20; i += 1) {
    const endsAt = new Date(Date.now() + 3_600_000 + i);
    const { session } = await created(create(lotId, { endsAt }));
    expect(session.expectedEnd).toEqual(endsAt);
    const minutes = Math.ceil((endsAt.getTime() - session.startedAt.getTime()) / 60_000);
    expect(session.estimatedMinor).toBe(100 * minutes);
  }
});

test.each([1, 250, 4_000])(
  'a caller whose clock is %s ms ahead is charged the hour it counted, until the instant it named',
  async (aheadMs) => {
    const lotId = await newLot({ rate_minor: 6_000 });
    const [clock] = await database.sql<{ now: Date }>('select clock_timestamp() as now');
    // Some time passes between this line and the stay's beginning.
    const endsAt = new Date(+(clock?.now ?? 0) + 3_600_000 + aheadMs);
    const { session } = await created(create(lotId, { endsAt }));
    expect(session.expectedEnd).toEqual(endsAt);
    expect(session.estimatedMinor).toBe(6_000);
    const [row] = await database.sql('select estimated_minor from sessions where session_id = $1', [
      session.sessionId,
    ]);
    expect(row).toEqual({ estimated_minor: 6_000 });
    expect(session.startedAt.getTime()).toBeLessThanOrEqual(session.createdAt.getTime() + aheadMs);
  },
);

test('a length together with an end is refused, naming both', async () => {
  const more = { durationHours: 1, endsAt: new Date(Date.now() + 7_200_000) };
  await expect(create(await newLot(), more)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field: 'duration_hours' }, { field: 'ends_at' }],
  });
});

test.each([
  ['duration_hours', { durationHours: 1 }],
  ['ends_at', { endsAt: new Date(Date.now() + 3_600_000) }],
])('with a hold, %s is refused, because the hold has decided it', async (field, more) => {
  const request = { ...more, holdId: 'hold_0' };
  await expect(create(await newLot(), request)).rejects.toMatchObject({ details: [{ field }] });
});
