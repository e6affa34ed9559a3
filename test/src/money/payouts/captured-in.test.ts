import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { importStays } from '../../../../src/imports/sessions/import-stays.ts';
import { listPayouts } from '../../../../src/money/payouts/list-payouts.ts';
import { refundSession } from '../../../../src/money/refunds/refund-session.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

const MONTH_MINUTES = 31 * 24 * 60;

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

async function newOperator() {
  const caller = await addCaller(parking.database);
  const lotId = await parking.addLot({ operator_id: caller.operatorId, rate_minor: 600 });
  const park = () => parking.park(lotId, { as: caller, durationHours: 1 });
  return { caller, lotId, park };
}

/** What an operator gets, month by month, newest first. */
async function nets(caller: Principal) {
  const { rows } = await listPayouts(parking.db, caller, { cursor: null, limit: 100 });
  return rows.map(({ period, netMinor }) => [month(period.from), Number(netMinor)]);
}

const month = (at: Date | undefined) => at?.toISOString().slice(0, 7);

/** The months in which a stay ended and in which its money was captured, by the database. */
async function monthsOf({ sessionId }: Session) {
  const [row] = await parking.database.sql<{ ended_at: Date; captured_at: Date }>(
    'select ended_at, captured_at from sessions where session_id = $1',
    [sessionId],
  );
  return { ended: month(row?.ended_at), captured: month(row?.captured_at) };
}

test('a stay that is captured when it ends is paid out in that month', async () => {
  const { caller, park } = await newOperator();
  const session = await park();
  await parking.end(session, { as: caller });
  const { captured } = await monthsOf(session);
  // One started minute at 6.00 an hour, minus 10 %.
  expect(await nets(caller)).toEqual([[captured, 9]]);
});

test('a stay expired long after its end is paid out in the month of its capture', async () => {
  const { caller, park } = await newOperator();
  const session = await park();
  await parking.passMinutes(MONTH_MINUTES);
  await parking.expire();
  const { ended, captured } = await monthsOf(session);
  expect(captured).not.toBe(ended);
  expect(await nets(caller)).toEqual([[captured, 540]]);
});

test('a stay whose payment failed at first is paid out in the month of its capture', async () => {
  const { caller, park } = await newOperator();
  const session = await park();
  const declining: Partial<PaymentGateway> = {
    capture: async () => ({
      status: 'failed',
      failureCode: 'card_declined',
      failureMessage: 'declined',
      isRetryable: true,
    }),
  };
  const refused = parking.end(session, { as: caller, gateway: declining });
  await expect(refused).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect(await nets(caller)).toEqual([]);
  await parking.passMinutes(MONTH_MINUTES);
  await parking.end(session, { as: caller });
  const { ended, captured } = await monthsOf(session);
  expect(captured).not.toBe(ended);
  expect(await nets(caller)).toEqual([[captured, 9]]);
});

test('a refund is taken off the month it is paid in, with the fee for it', async () => {
  const { caller, park } = await newOperator();
  const session = await park();
  await parking.end(session, { as: caller });
  await parking.database.sql(
    `update sessions set captured_at = '2026-02-03T04:05:06Z' where session_id = $1`,
    [session.sessionId],
  );
  const { settledAt } = await refundSession(
    { db: parking.db, payments: parking.payments },
    caller,
    { sessionId: session.sessionId, amountMinor: null, reason: 'test' },
    { requestId: 'req_test', remember: undefined },
  );
  if (settledAt === null) expect.unreachable();
  expect(await nets(caller)).toEqual([
    [month(settledAt), -9],
    ['2026-02', 9],
  ]);
});

test('imported stays are not paid out', async () => {
  const { caller, lotId } = await newOperator();
  const { created } = await importStays(parking.database.owner, {
    livemode: true,
    actorId: 'test',
    stays: [
      {
        lotId,
        plate: parking.newPlate(),
        startedAt: '2026-02-03T04:05:06Z',
        endedAt: '2026-02-03T05:05:06Z',
        amountMinor: 600,
        currency: 'cad',
      },
    ],
  });
  expect(created).toBe(1);
  expect(await nets(caller)).toEqual([]);
});

test('the gross that lowers the fee is what was captured in the month, whenever it ended', async () => {
  const caller = await addCaller(parking.database, { plan: 'enterprise' });
  const lotId = await parking.addLot({ operator_id: caller.operatorId, rate_minor: 60_000 });
  const endOne = async () => parking.end(await parking.park(lotId, { as: caller }), { as: caller });
  const large = await endOne();
  const shift = (columns: readonly string[]) =>
    parking.database.sql(
      `update sessions set subtotal_minor = 5000001,
         ${columns.map((column) => `${column} = ${column} - interval '40 days'`)}
       where session_id = $1`,
      [large.sessionId],
    );
  // First with its capture in an earlier month, then with its end in one.
  await shift(['captured_at']);
  expect(await endOne()).toMatchObject({ subtotalMinor: 1_000, platformFeeMinor: 50 });
  await parking.database.sql('update sessions set captured_at = now() where session_id = $1', [
    large.sessionId,
  ]);
  await shift(['started_at', 'expected_end', 'ended_at']);
  expect(await endOne()).toMatchObject({ subtotalMinor: 1_000, platformFeeMinor: 33 });
});
