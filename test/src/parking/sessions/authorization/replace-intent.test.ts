import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberValues } from '../../../../../src/access/idempotency/remember.ts';
import { actorValues, systemActor } from '../../../../../src/access/principals/actor.ts';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { findSession } from '../../../../../src/parking/sessions/find-session.ts';
import type { Session } from '../../../../../src/parking/sessions/session.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';

// Stays at 6.00 an hour of the simulated processor, whose authorisation cannot be raised.

let parking: Parking;
let caller: Principal;
let lotId: string;

beforeAll(async () => {
  parking = await openParking();
  caller = await addCaller(parking.database, { livemode: false });
  const { operatorId: operator_id } = caller;
  lotId = await parking.addLot({ operator_id, livemode: false, rate_minor: 600 });
});
afterAll(() => parking.database.drop());

const ACTOR = actorValues(systemActor('test'));

let lastPlate = 0;
const newStay = () => {
  lastPlate += 1;
  return parking.park(lotId, { plate: `SIMINCRX${lastPlate}`, durationHours: 1, as: caller });
};
const extend = (session: Session) => parking.extend(session, 60, { as: caller });
const refused = (reason: string) => ({ details: { reason } });

test('the rehearsal asks for another payment, and finds it authorised at the next call', async () => {
  const session = await newStay();
  await expect(extend(session)).rejects.toMatchObject(refused('authorize_extension'));
  const unchanged = await findSession(parking.db, caller, session.sessionId);
  expect(unchanged).toMatchObject({ extendedCount: 0, expectedEnd: session.expectedEnd });
  const longer = await extend(session);
  expect(longer).toMatchObject({ extendedCount: 1, authorizedMinor: 1_350 });
  expect(longer.paymentIntentId).not.toBe(session.paymentIntentId);
  await parking.passMinutes(119);
  const ended = await parking.end(session, { as: caller });
  expect(ended).toMatchObject({ subtotalMinor: 1_200, shortfallMinor: 0 });
});

test('a payment that was taken back meanwhile makes no stay longer', async () => {
  const session = await newStay();
  await expect(extend(session)).rejects.toMatchObject(refused('authorize_extension'));
  await parking.passMinutes(11);
  // It becomes one to be released, and the processor does not answer.
  await parking.releaseIntents({ cancelIntent: () => Promise.reject(new Error('down')) });
  await expect(extend(session)).rejects.toMatchObject(refused('authorize_extension'));
  const rows = await parking.database.sql<{ intent: string; open: boolean }>(
    `select payment_intent_id as intent, authorize_by is not null as open
     from spare_intents where session_id = $1 order by spare_id`,
    [session.sessionId],
  );
  expect(rows.map(({ open }) => open)).toEqual([false, true]);
  // A call that found it authorised just before.
  const written = await parking.db.query('session_extend', {
    ...{ sessionId: session.sessionId, addedMinutes: 60, estimatedMinor: 1_200 },
    ...{ authorizedMinor: 1_350, paymentIntentId: rows[0]?.intent, spareId: 'spare_x' },
    ...{
      extendedCount: 0,
      eventId: 'evt_x',
      eventData: '{}',
      ...ACTOR,
      ...rememberValues(undefined, null),
    },
  });
  expect(written).toEqual([]);
});

test('a stay that ends while its payment is replaced takes the payment that replaced it', async () => {
  const session = await newStay();
  await expect(extend(session)).rejects.toMatchObject(refused('authorize_extension'));
  const stale = await findSession(parking.db, caller, session.sessionId);
  const longer = await extend(session);
  const values = { sessionId: session.sessionId, endedAt: stale.now, status: 'ending' };
  const rows = await parking.db.query('session_end', {
    ...values,
    subtotalMinor: 600,
    platformFeeMinor: 60,
    feeBasisPoints: 1_000,
    expectedEnd: stale.expectedEnd,
    paymentIntentId: stale.paymentIntentId,
    ...ACTOR,
    clockWentBack: false,
  });
  expect(rows).toEqual([]);
  await parking.end(session, { as: caller });
  const [taken] = await parking.database.sql<{ count: number }>(
    'select count(*)::integer from simulated_captures where payment_intent_id = $1',
    [longer.paymentIntentId],
  );
  expect(taken?.count).toBe(1);
});

test('a payment that the processor does not release is tried again, and reported meanwhile', async () => {
  const session = await newStay();
  await expect(extend(session)).rejects.toMatchObject(refused('authorize_extension'));
  await extend(session);
  await parking.releaseIntents({ cancelIntent: () => Promise.reject(new Error('down')) });
  const left = () =>
    parking.database.sql(
      `select from spare_intents join setbacks on entity_id = spare_id and job = 'release-intents'
       where session_id = $1`,
      [session.sessionId],
    );
  expect(await left()).toHaveLength(1);
  await parking.database.sql('update setbacks set retry_at = now()');
  await parking.releaseIntents();
  expect(await left()).toHaveLength(0);
});
