import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import { type Remember, rememberValues } from '../../../../src/access/idempotency/remember.ts';
import { actorOf, actorValues } from '../../../../src/access/principals/actor.ts';
import { AppError } from '../../../../src/kit/errors.ts';
import { type OpenedRefund, refundSession } from '../../../../src/money/refunds/refund-session.ts';
import { settleRefunds } from '../../../../src/money/refunds/settle-refunds.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';
import { faultsOfRecords } from '../../../stage/records.ts';
import { addStays, stayOf } from '../payouts/ledger.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** A stay that cost 3.50; the platform got 0.35 of it. */
async function paid(): Promise<Session> {
  const session = await parking.park(await parking.addLot({ rate_minor: 350 }));
  await parking.database.sql(
    `update sessions set started_at = started_at - interval '59 minutes 30 seconds'
     where session_id = $1`,
    [session.sessionId],
  );
  return parking.end(session);
}

type More = {
  amountMinor?: number | null;
  gateway?: Partial<PaymentGateway>;
  as?: typeof parking.caller;
  remember?: Remember<OpenedRefund>;
};

function refund({ sessionId }: Session, more: More = {}) {
  const { amountMinor = null, gateway, as = parking.caller, remember } = more;
  const deps = { db: parking.db, payments: { ...parking.payments, ...gateway } };
  const asked = { sessionId, amountMinor, reason: 'test' };
  const context = { requestId: 'req_test', remember };
  return answerOnce(deps.db, remember, async () => ({
    refund: await refundSession(deps, as, asked, context),
  }));
}

async function booked({ sessionId }: Session) {
  const [row] = await parking.database.sql(
    `select refunded_minor::integer, fee_refunded_minor::integer,
       (select coalesce(sum(amount_minor), 0)::integer from simulated_refunds
        where payment_intent_id = sessions.payment_intent_id) as paid_back
     from sessions where session_id = $1`,
    [sessionId],
  );
  return row;
}

test('a refund gives back what was paid, and the fee in proportion, to the cent', async () => {
  const session = await paid();
  for (const amountMinor of [100, 100, 100])
    await expect(refund(session, { amountMinor })).resolves.toMatchObject({
      refund: { status: 'succeeded', amountMinor: 100, feeMinor: 10 },
    });
  await expect(refund(session)).resolves.toMatchObject({
    refund: { amountMinor: 50, feeMinor: 5 },
  });
  expect(await booked(session)).toEqual({
    refunded_minor: 350,
    fee_refunded_minor: 35,
    paid_back: 350,
  });
  await expect(refund(session)).rejects.toMatchObject({ details: { reason: 'not_paid' } });
});

test('of concurrent refunds as many are paid as there is money for', async () => {
  const session = await paid();
  const calls = Array.from({ length: 10 }, () => refund(session, { amountMinor: 100 }));
  const { succeeded, refusals } = await outcomesOf(calls);
  expect(succeeded).toBe(3);
  expect(new Set(refusals)).toEqual(new Set(['over_refund']));
  expect(await booked(session)).toMatchObject({ refunded_minor: 300, paid_back: 300 });
});

test('a stay that is not paid yet has nothing to give back', async () => {
  const session = await parking.park(await parking.addLot());
  await expect(refund(session)).rejects.toMatchObject({ details: { reason: 'not_paid' } });
});

test('a refund that the processor refuses leaves the money where it was', async () => {
  const session = await paid();
  const gateway = {
    refund: async () => ({
      status: 'failed' as const,
      failureCode: 'charge_disputed',
      failureMessage: 'disputed',
    }),
  };
  await expect(refund(session, { gateway })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect(await booked(session)).toEqual({
    refunded_minor: 0,
    fee_refunded_minor: 0,
    paid_back: 0,
  });
  await expect(refund(session)).resolves.toMatchObject({ refund: { amountMinor: 350 } });
});

const rememberAs = (idempotencyKey: string): Remember<OpenedRefund> => ({
  keyId: parking.caller.id,
  operation: 'refundSession',
  idempotencyKey,
  bodySha256: hashBody({}),
  toResponse: (opened) => opened,
  isLate: (error) => error instanceof AppError && error.code === 'BAD_GATEWAY',
});

test('a call whose refund the processor refused can be repeated with the same key', async () => {
  const session = await paid();
  const more = { amountMinor: 50, remember: rememberAs('refused-1') };
  const refuse = async () =>
    ({ status: 'failed', failureCode: 'disputed', failureMessage: 'disputed' }) as const;
  for (const _ of [1, 2])
    await expect(refund(session, { ...more, gateway: { refund: refuse } })).rejects.toMatchObject({
      details: { reason: 'refund_failed' },
    });
  await expect(refund(session, more)).resolves.toMatchObject({ refund: { status: 'succeeded' } });
  await expect(refund(session, more)).resolves.toMatchObject({ status: 201 });
  expect(await booked(session)).toMatchObject({ refunded_minor: 50, paid_back: 50 });
});

test('where the processor gives no answer the error names the refund, which is kept', async () => {
  const session = await paid();
  const silent = async () => {
    throw new AppError('BAD_GATEWAY', 'no answer', { details: { reason: 'processor_down' } });
  };
  const more = { amountMinor: 50, remember: rememberAs('silent-1') };
  const [error] = (
    await Promise.allSettled([refund(session, { ...more, gateway: { refund: silent } })])
  ).map((one) => (one.status === 'rejected' ? one.reason : undefined));
  expect(error).toMatchObject({
    code: 'BAD_GATEWAY',
    details: { reason: 'processor_down', refund_status: 'pending' },
  });
  // A repeat of the call is the same refund.
  await expect(refund(session, more)).resolves.toMatchObject({
    response: { refundId: error.details.refund_id },
  });
  expect(await booked(session)).toMatchObject({ refunded_minor: 50 });
});

test('an imported stay was paid elsewhere, so no call refunds it, even concurrent ones', async () => {
  const stay = stayOf(parking.caller, {
    lotId: await parking.addLot(),
    source: 'import',
    capturedAt: null,
    feeMinor: 0,
  });
  await addStays(parking.database, [stay]);
  const session = { sessionId: stay.sessionId } as Session;
  const { refusals } = await outcomesOf([1, 2, 3].map(() => refund(session, { amountMinor: 1 })));
  expect(refusals).toEqual(['imported', 'imported', 'imported']);
  const actor = actorOf(parking.caller, 'req_test');
  const opened = await parking.db.query('refund_open', {
    ...{
      refundId: 're_imported',
      sessionId: stay.sessionId,
      amountMinor: 1,
      stepMinor: 1,
      reason: 'test',
    },
    ...actorValues(actor),
    ...rememberValues(undefined, undefined),
  });
  expect(opened).toEqual([]);
  expect(await booked(session)).toMatchObject({ refunded_minor: 0 });
});

test('a refund that a crash left pending is paid once, a minute later', async () => {
  const session = await paid();
  const gateway = {
    refund: async (asked: Parameters<PaymentGateway['refund']>[0]) => {
      await parking.payments.refund(asked);
      throw new Error('the process died here');
    },
  };
  await expect(refund(session, { gateway })).rejects.toThrow('died');
  const settle = () =>
    settleRefunds({
      db: parking.pipelines,
      payments: parking.payments,
      log: pino({ level: 'silent' }),
    });
  expect(await settle()).toEqual({ rows: 0 });
  await parking.database.sql(`update refunds set created_at = created_at - interval '1 minute'`);
  await Promise.all([settle(), settle()]);
  expect(await booked(session)).toMatchObject({ refunded_minor: 350, paid_back: 350 });
  const [{ status } = { status: '' }] = await parking.database.sql<{ status: string }>(
    'select status from refunds where session_id = $1',
    [session.sessionId],
  );
  expect(status).toBe('succeeded');
});

test('a hundred calls with one idempotency key refund once', async () => {
  const session = await paid();
  const remember = rememberAs('refund-1');
  await Promise.all(
    Array.from({ length: 100 }, () => refund(session, { amountMinor: 50, remember })),
  );
  expect(await booked(session)).toMatchObject({ refunded_minor: 50, paid_back: 50 });
});

test('only the operator of the lot can give its money back', async () => {
  const session = await paid();
  const stranger = await addCaller(parking.database);
  await expect(refund(session, { as: stranger })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const lotId = await parking.addLot();
  const creator = await addCaller(parking.database);
  const theirs = await parking.park(lotId, { as: creator });
  await parking.end(theirs, { as: creator });
  await expect(refund(theirs, { as: creator })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(refund(theirs)).resolves.toMatchObject({ refund: { status: 'succeeded' } });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
