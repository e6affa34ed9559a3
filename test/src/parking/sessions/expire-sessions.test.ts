import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeSessions } from '../../../../src/parking/sessions/close-sessions.ts';
import { isOverdue } from '../../../../src/parking/sessions/session.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const DECLINED = {
  capture: async () => ({
    status: 'failed' as const,
    failureCode: 'card_declined',
    failureMessage: 'declined',
    isRetryable: true,
  }),
};

test('an overdue stay is closed at its expected end once the grace is over, not before', async () => {
  const lotId = await parking.addLot({ rate_minor: 350 });
  const session = await parking.park(lotId, { durationHours: 2 });
  await parking.passMinutes(134);
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({ status: 'active' });
  await parking.passMinutes(1);
  await parking.expire();
  const stored = await parking.stored(session);
  expect(stored).toMatchObject({
    status: 'expired',
    subtotal_minor: 700,
    captured_minor: 700,
    actions: ['session.created', 'session.closed', 'payment.completed'],
    events: ['payment.completed', 'session.created', 'session.ended'],
  });
  expect(stored.ended_at).toEqual(stored.expected_end);
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0 });
});

test('the grace is over at its very last instant, not before', async () => {
  const session = await parking.park(await parking.addLot());
  const end = session.expectedEnd.getTime() + 15 * 60_000;
  expect(isOverdue(session, new Date(end - 1))).toBe(false);
  expect(isOverdue(session, new Date(end))).toBe(true);
});

test('a stay that is extended while it is being expired goes on', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  const db: Querier = {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      if (name === 'session_end')
        await parking.database.sql(
          `update sessions set expected_end = expected_end + interval '30 minutes'
           where session_id = $1`,
          [session.sessionId],
        );
      return parking.pipelines.query<Row>(name, values);
    },
  };
  await closeSessions({ db, payments: parking.payments, log: pino({ level: 'silent' }) });
  expect(await parking.stored(session)).toMatchObject({ status: 'active', ended_at: null });
});

test('two concurrent runs expire a stay once', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  await Promise.all([parking.expire(), parking.expire(), parking.expire()]);
  const { actions } = await parking.stored(session);
  expect(actions).toEqual(['session.created', 'session.closed', 'payment.completed']);
});

test('a driver who ends it too late finds it expired, and charged until its expected end only', async () => {
  const session = await parking.park(await parking.addLot({ rate_minor: 350 }));
  await parking.passMinutes(600);
  await expect(parking.end(session)).rejects.toMatchObject({
    details: { reason: 'already_ended' },
  });
  expect(await parking.stored(session)).toMatchObject({ status: 'expired', captured_minor: 350 });
});

test('a full lot accepts a new stay as soon as the time of another there has run out', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const session = await parking.park(lotId);
  await parking.passMinutes(74);
  await expect(parking.park(lotId)).rejects.toMatchObject({ details: { reason: 'lot_full' } });
  await parking.passMinutes(1);
  await expect(parking.park(lotId)).resolves.toMatchObject({ status: 'active' });
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({ status: 'expired', captured_minor: 350 });
});

test('an expired stay that could not be captured is owed until ending it captures it', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  await parking.expire(DECLINED);
  expect(await parking.stored(session)).toMatchObject({
    status: 'payment_failed',
    captured_minor: null,
    events: ['payment.failed', 'session.created'],
  });
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({ status: 'payment_failed' });
  await expect(parking.end(session)).resolves.toMatchObject({ subtotalMinor: 350 });
  expect(await parking.stored(session)).toMatchObject({ status: 'completed', captured_minor: 350 });
});

test('an ended stay that a crash left unsettled is settled a minute later', async () => {
  const session = await parking.park(await parking.addLot());
  const crashing = {
    capture: async () => {
      throw new Error('the process died here');
    },
  };
  await expect(parking.end(session, { gateway: crashing })).rejects.toThrow('died');
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({ status: 'ending' });
  await parking.passMinutes(1);
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({ status: 'completed', captured_minor: 6 });
});

test('a stay that cannot be settled holds up no other', async () => {
  const sessions = await Promise.all(
    [1, 2, 3].map(async () => parking.park(await parking.addLot())),
  );
  await parking.passMinutes(76);
  let calls = 0;
  const failing = {
    capture: (capture: Parameters<typeof parking.payments.capture>[0]) => {
      calls += 1;
      if (calls === 1) throw new Error('no answer');
      return parking.payments.capture(capture);
    },
  };
  await parking.expire(failing);
  const statuses = await Promise.all(sessions.map((one) => parking.stored(one)));
  expect(statuses.map(({ status }) => status).sort()).toEqual(['expired', 'expired', 'expiring']);
  await parking.database.sql('update setbacks set retry_at = now()');
  await parking.expire();
  for (const session of sessions)
    expect(await parking.stored(session)).toMatchObject({ status: 'expired' });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
