import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import type { Remember } from '../../../../src/access/idempotency/remember.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createSimulatedGateway } from '../../../../src/money/payments/simulated-gateway.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import { createSession } from '../../../../src/parking/sessions/create-session.ts';
import { endSession } from '../../../../src/parking/sessions/end-session.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let database: TestDatabase;
let caller: Principal;
let payments: PaymentGateway;
const log = pino({ level: 'silent' });
let lastPlate = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  caller = await addCaller(database);
  payments = createSimulatedGateway(database.db);
});
afterAll(() => database.drop());

/** A session that began `minutes` ago, on a lot at 3.50 an hour. */
async function parkedFor(minutes: number, owner = caller): Promise<Session> {
  const lotId = await addLot(database, { operator_id: owner.operatorId });
  const request = {
    lotId,
    plate: `E${String(++lastPlate).padStart(6, '0')}`,
    vehicle: { isAutonomous: false, fleetId: null, vin: null },
    agent: null,
    driverEmail: null,
    durationHours: Math.max(1, Math.ceil(minutes / 60)),
    metadata: {},
  };
  const context = { requestId: 'req_test', remember: undefined };
  const created = await createSession({ db: database.db, payments, log }, caller, request, context);
  const startedAt = new Date(created.session.startedAt.getTime() - minutes * 60_000);
  await database.sql('update sessions set started_at = $2 where session_id = $1', [
    created.session.sessionId,
    startedAt,
  ]);
  await authoriseMore(created.session);
  return { ...created.session, startedAt };
}

/** Enough for all of the stay, which is longer than when it was estimated. */
async function authoriseMore({ paymentIntentId, livemode, currency }: Session): Promise<void> {
  if (paymentIntentId === null) throw new Error('the stay has no intent');
  const asked = { paymentIntentId, livemode, currency, amountMinor: 100_000 };
  await payments.increaseAuthorisation({ ...asked, idempotencyKey: paymentIntentId });
}

type Options = {
  sessionCode?: string | null;
  as?: Principal;
  remember?: Remember<Session>;
  gateway?: object;
};

function end(session: Session, options: Options = {}) {
  const { as = caller, sessionCode = null, remember, gateway } = options;
  const deps = { db: database.db, payments: { ...payments, ...gateway } };
  const name = { sessionId: session.sessionId, sessionCode };
  const context = { requestId: 'req_test', remember };
  return answerOnce(deps.db, remember, async () => ({
    session: await endSession(deps, as, name, context),
  }));
}

async function stored(session: Session) {
  const [row] = await database.sql<Record<string, unknown>>(
    `select sessions.status, subtotal_minor::integer, platform_fee_minor::integer, taken_spaces,
       (select amount_minor::integer from simulated_captures
        where payment_intent_id = sessions.payment_intent_id) as captured_minor,
       (select array_agg(action order by audit_id) from audit_log
        where entity_id = session_id) as actions,
       (select array_agg(type order by type) from events where entity_id = session_id) as events
     from sessions join lots using (lot_id) where session_id = $1`,
    [session.sessionId],
  );
  return row;
}

test('an ended session is charged for its started minutes, once, and gives its space back', async () => {
  const session = await parkedFor(89.5);
  await expect(end(session)).resolves.toMatchObject({
    session: { status: 'completed', subtotalMinor: 525, platformFeeMinor: 53 },
  });
  expect(await stored(session)).toEqual({
    status: 'completed',
    subtotal_minor: 525,
    platform_fee_minor: 53,
    taken_spaces: 0,
    captured_minor: 525,
    actions: ['session.created', 'session.closed', 'payment.completed'],
    events: ['payment.completed', 'session.created', 'session.ended'],
  });
});

test('of 20 callers that end a session at once one succeeds, and it is charged once', async () => {
  const session = await parkedFor(59.5);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => end(session)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results.filter((each) => each.status === 'rejected'))
    expect(result.reason).toMatchObject({ details: { reason: 'already_ended' } });
  expect(await stored(session)).toMatchObject({ taken_spaces: 0, captured_minor: 350 });
});

test('a repeated call gets the first answer; a new one on an ended session is refused', async () => {
  const session = await parkedFor(59.5);
  const remember: Remember<Session> = {
    keyId: caller.id,
    operation: 'endSession',
    idempotencyKey: 'end-1',
    bodySha256: hashBody({}),
    toResponse: (ended) => ({ status: ended.status }),
  };
  const calls = Array.from({ length: 10 }, () => end(session, { remember }));
  const results = await Promise.all(calls);
  expect(results.filter((result) => 'session' in result)).toHaveLength(1);
  expect(results.filter((result) => 'response' in result)).toHaveLength(9);
  await expect(end(session)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a rate change after the start never alters the amount', async () => {
  const session = await parkedFor(59.5);
  await database.sql('update lots set rate_minor = 9900 where lot_id = $1', [session.lotId]);
  await expect(end(session)).resolves.toMatchObject({ session: { subtotalMinor: 350 } });
});

test('after a failed capture the amount is final and owed; ending again tries once more', async () => {
  const session = await parkedFor(59.5);
  const failing = {
    capture: async () => ({
      status: 'failed',
      failureCode: 'card_declined',
      failureMessage: 'declined',
      isRetryable: true,
    }),
  };
  await expect(end(session, { gateway: failing })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect(await stored(session)).toMatchObject({
    status: 'payment_failed',
    captured_minor: null,
    taken_spaces: 0,
    events: ['payment.failed', 'session.created'],
  });
  await expect(end(session)).resolves.toMatchObject({ session: { subtotalMinor: 350 } });
  expect(await stored(session)).toMatchObject({ status: 'completed', captured_minor: 350 });
});

test('after a crash between the capture and the last statement, ending again closes the stay without a second charge', async () => {
  const session = await parkedFor(59.5);
  const crashing = {
    capture: async (capture: Parameters<PaymentGateway['capture']>[0]) => {
      await payments.capture(capture);
      throw new Error('the process died here');
    },
  };
  await expect(end(session, { gateway: crashing })).rejects.toThrow('died');
  expect(await stored(session)).toMatchObject({ status: 'ending', captured_minor: 350 });
  await end(session);
  expect(await stored(session)).toMatchObject({ status: 'completed', captured_minor: 350 });
});

test('a wrong code, another operator and the other world all see no such session', async () => {
  const owner = await addCaller(database);
  const session = await parkedFor(10, owner);
  const stranger = await addCaller(database);
  const sandbox = { ...caller, livemode: false };
  const otherFleet = { ...caller, fleetId: 'fleet-x' };
  const notFound = { code: 'NOT_FOUND' };
  await expect(end(session, { sessionCode: 'XXXX-XXXX' })).rejects.toMatchObject(notFound);
  for (const as of [stranger, sandbox, otherFleet])
    await expect(end(session, { as })).rejects.toMatchObject(notFound);
  await expect(end(session, { as: owner })).resolves.toMatchObject({
    session: { status: 'completed' },
  });
});

test("an enterprise operator's fee falls once its month is above 50 000", async () => {
  const owner = await addCaller(database, { plan: 'enterprise' });
  const first = await parkedFor(59.5, owner);
  await expect(end(first)).resolves.toMatchObject({ session: { platformFeeMinor: 18 } });
  await database.sql('update sessions set subtotal_minor = 5000001 where session_id = $1', [
    first.sessionId,
  ]);
  const second = await parkedFor(59.5, owner);
  await expect(end(second)).resolves.toMatchObject({ session: { platformFeeMinor: 12 } });
});

test.each([
  ['a clock that was put back since the start', -10, { clock_went_back: true }],
  ["a start by the caller's clock, a little ahead,", -4 / 60, {}],
])('%s bills one minute; only a clock put back is noted', async (_what, minutes, note) => {
  const session = await parkedFor(minutes);
  const ended = await end(session);
  if (!('session' in ended)) throw new Error('replayed');
  const { status, endedAt, startedAt, subtotalMinor } = ended.session;
  expect([status, endedAt, subtotalMinor]).toEqual(['completed', startedAt, 6]);
  const [noted] = await database.sql<{ after: Record<string, unknown> }>(
    `select diff -> 'after' as after from audit_log
     where entity_id = $1 and action = 'session.closed'`,
    [session.sessionId],
  );
  const { clock_went_back, subtotal_minor } = noted?.after ?? {};
  expect({ clock_went_back, subtotal_minor }).toEqual({ subtotal_minor: 6, ...note });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});
