import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParking, type Parking } from '../parking.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { expectSameMarts } from './world.ts';

// Whose money was not had takes up a space, and says nothing of what parking there costs.

let parking: Parking;
let warehouse: TestWarehouse;

beforeAll(async () => {
  parking = await openParking();
  warehouse = await openTestWarehouse(parking.database);
});
afterAll(async () => {
  await warehouse.close();
  await parking.database.drop();
});

const REFUSED = {
  capture: async () => ({
    status: 'failed' as const,
    failureCode: 'card_declined',
    failureMessage: 'declined',
    isRetryable: true,
  }),
};
const NO_ANSWER = {
  capture: async () => {
    throw new Error('the process died here');
  },
};

async function voteOf(lotId: string) {
  const [vote] = await parking.database.sql<{
    realised_hourly: number | null;
    observation_count: number;
    occupied_minutes: number;
  }>(
    `select realised_hourly, observation_count, occupied_minutes
     from marts.market_rate_by_lot where lot_id = $1`,
    [lotId],
  );
  return vote;
}

test.each([
  ['was refused', REFUSED],
  ['is not known to have been made', NO_ANSWER],
])('a stay whose capture %s votes once it is paid, not before', async (_how, gateway) => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const session = await parking.park(lotId, { durationHours: 5 });
  await parking.passMinutes(120);
  await expect(parking.end(session, { gateway })).rejects.toThrow();
  await warehouse.refresh();
  const unpaid = await voteOf(lotId);
  expect(unpaid).toMatchObject({ realised_hourly: null, observation_count: 0 });
  expect(unpaid?.occupied_minutes).toBeGreaterThanOrEqual(59);

  await parking.end(session);
  await warehouse.refresh();
  const paid = await voteOf(lotId);
  expect(paid).toMatchObject({ realised_hourly: 600, observation_count: 1 });
  expect(paid?.occupied_minutes).toBe(unpaid?.occupied_minutes);
});

test('an expired stay whose capture was refused does not vote either', async () => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  await parking.park(lotId);
  await parking.passMinutes(80);
  await parking.expire(REFUSED);
  await warehouse.refresh();
  expect(await voteOf(lotId)).toMatchObject({ realised_hourly: null, observation_count: 0 });
});

test('a warehouse made anew says the same of stays paid late and never', async () => {
  await expectSameMarts(parking.database, warehouse.refresh, warehouse.rebuild);
});
