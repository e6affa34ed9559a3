import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession } from '../../../src/parking/sessions/end-session.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { openParking, outcomesOf, type Parking } from '../../stage/parking.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test('a stay that is extended while its driver ends it is over when the answer says so', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(76);
  // As by a concurrent extension when the time ran out.
  let isExtended = false;
  const db: Querier = {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      if (name === 'session_end' && !isExtended) {
        isExtended = true;
        await parking.database.sql(
          `update sessions set expected_end = expected_end + interval '30 minutes'
           where session_id = $1`,
          [session.sessionId],
        );
      }
      return parking.db.query<Row>(name, values);
    },
  };
  const request = { sessionId: session.sessionId, sessionCode: null };
  const context = { requestId: 'req_test', remember: undefined };
  const ending = endSession({ db, payments: parking.payments }, parking.caller, request, context);
  const { refusals } = await outcomesOf([ending]);
  expect(refusals.filter((reason) => reason !== 'already_ended')).toEqual([]);
  expect(await parking.stored(session)).toMatchObject({ status: 'completed' });
});
