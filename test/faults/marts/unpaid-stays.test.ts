import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStays } from '../../../src/imports/sessions/import-stays.ts';
import { refundSession } from '../../../src/money/refunds/refund-session.ts';
import { expectSameMarts } from '../../pipelines/stage/world.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// A stay that was not paid counts as occupancy, and not for what was paid.

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
    paid_hourly: number | null;
    observation_count: number;
    occupied_minutes: number;
  }>(
    `select round(60.0 * revenue_minor / nullif(paid_minutes, 0))::integer as paid_hourly,
       observation_count, occupied_minutes
     from marts.market_rate_by_lot where lot_id = $1`,
    [lotId],
  );
  return vote;
}

/** How many stays of a lot are finished, how many of them are paid, and in how many hours. */
async function paidIn(lotId: string) {
  const [counts] = await warehouse.rows(
    `select
       (select count(*)::integer from fct_stays where lot_id = '${lotId}') as stays,
       (select count(*)::integer from fct_paid_stays where lot_id = '${lotId}') as paid,
       (select count(*)::integer from paid_stays_by_lot_hour where lot_id = '${lotId}') as hours`,
  );
  return counts;
}

test.each([
  ['was refused', REFUSED],
  ['is not known to have been made', NO_ANSWER],
])('a stay whose capture %s counts as paid once it is, not before', async (_how, gateway) => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const session = await parking.park(lotId, { durationHours: 5 });
  await parking.passMinutes(120);
  await expect(parking.end(session, { gateway })).rejects.toThrow();
  await warehouse.refresh();
  const unpaid = await voteOf(lotId);
  expect(unpaid).toMatchObject({ paid_hourly: null, observation_count: 0 });
  expect(unpaid?.occupied_minutes).toBeGreaterThanOrEqual(59);
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 0, hours: 0 });

  await parking.end(session);
  await warehouse.refresh();
  const paid = await voteOf(lotId);
  expect(paid).toMatchObject({ paid_hourly: 600, observation_count: 1 });
  expect(paid?.occupied_minutes).toBe(unpaid?.occupied_minutes);
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 1, hours: 1 });
});

test('an expired stay whose capture was refused counts as paid only once it is', async () => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const session = await parking.park(lotId);
  await parking.passMinutes(80);
  await parking.expire(REFUSED);
  await warehouse.refresh();
  expect(await voteOf(lotId)).toMatchObject({ paid_hourly: null, observation_count: 0 });
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 0, hours: 0 });

  await parking.end(session);
  await warehouse.refresh();
  expect(await voteOf(lotId)).toMatchObject({ paid_hourly: 600, observation_count: 1 });
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 1, hours: 1 });
});

test('a stay that could be taken in part counts with that part', async () => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const session = await parking.park(lotId, { durationHours: 5 });
  await parking.passMinutes(120);
  const capture = async () => ({ status: 'captured' as const, capturedMinor: 300 });
  const { subtotalMinor } = await parking.end(session, { gateway: { capture } });
  await warehouse.refresh();
  const hourly = Math.round((600 * 300) / (subtotalMinor ?? 0));
  expect(await voteOf(lotId)).toMatchObject({ paid_hourly: hourly, observation_count: 1 });
});

test('a refunded stay was paid, and still counts for its own operator', async () => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const session = await parking.park(lotId, { durationHours: 5 });
  await parking.passMinutes(120);
  await parking.end(session);
  await warehouse.refresh();
  const before = await voteOf(lotId);
  expect(before).toMatchObject({ paid_hourly: 600, observation_count: 1 });
  const { db, payments, caller } = parking;
  const refund = { sessionId: session.sessionId, amountMinor: null, reason: 'test' };
  const context = { requestId: 'req_test', remember: undefined };
  await refundSession({ db, payments }, caller, refund, context);
  await warehouse.refresh();
  expect(await voteOf(lotId)).toEqual(before);
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 1, hours: 1 });
});

test('an imported stay was paid elsewhere, and counts at once', async () => {
  const lotId = await parking.addLot({ rate_minor: 600 });
  const endedAt = Date.now() - 3_600_000;
  const stay = {
    lotId,
    plate: parking.newPlate(),
    startedAt: new Date(endedAt - 7_200_000).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    amountMinor: 700,
    currency: 'cad',
  };
  await importStays(parking.database.owner, { livemode: true, actorId: 'test', stays: [stay] });
  await warehouse.refresh();
  expect(await voteOf(lotId)).toMatchObject({ paid_hourly: 350, observation_count: 1 });
  expect(await paidIn(lotId)).toEqual({ stays: 1, paid: 1, hours: 1 });
});

test('a rebuild gives the same marts with stays that were paid late or never', async () => {
  await expectSameMarts(parking.database, warehouse.refresh, warehouse.rebuild);
});
