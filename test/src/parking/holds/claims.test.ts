import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSession } from '../../../../src/parking/sessions/create-session.ts';
import { extendSession } from '../../../../src/parking/sessions/extend-session.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const FULL = { details: { reason: 'lot_full' } };

test('of two holds the second may begin at the instant the first ends', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const first = await parking.held(lotId, { from: 120, minutes: 60 });
  const second = await parking.held(lotId, { from: 200, minutes: 60 });
  await parking.database.sql('update holds set ends_at = $2 where hold_id = $1', [
    first.holdId,
    second.startsAt,
  ]);
  await expect(parking.park(lotId)).resolves.toBeDefined();
});

test('a vehicle that overstays still takes its space, which is not promised to others now', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  await parking.park(lotId, { durationHours: 1 });
  await parking.passMinutes(65);
  expect(await parking.hold(lotId)).toBe('full');
});

test('only the rest of a partly redeemed hold counts and is given back', async () => {
  const lotId = await parking.addLot({ total_spaces: 3 });
  const hold = await parking.held(lotId, { spaceCount: 2 });
  await parking.held(lotId, { from: 300, spaceCount: 3 });
  await parking.activate(hold);
  await expect(parking.park(lotId)).resolves.toBeDefined();
  await expect(parking.park(lotId)).rejects.toMatchObject(FULL);
  await parking.cancel(hold);
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 2, held_spaces: 3 });
  await expect(parking.park(lotId)).resolves.toBeDefined();
});

test('a vehicle can leave a lot with more claims than spaces', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 });
  const session = await parking.park(lotId, { durationHours: 1 });
  await parking.park(lotId, { durationHours: 1 });
  await parking.held(lotId, { from: 61, spaceCount: 2 });
  await parking.passMinutes(65);
  await expect(parking.end(session)).resolves.toMatchObject({ status: 'completed' });
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 1 });
});

test('a driver who comes early does not get a space that another hold still has', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const early = await parking.held(lotId, { from: 14 });
  const current = await parking.held(lotId, { minutes: 12 });
  await expect(parking.activate(early)).rejects.toMatchObject(FULL);
  await parking.cancel(current);
  await expect(parking.activate(early)).resolves.toBeDefined();
});

test('a hold can be redeemed 15 minutes before its start, and no earlier', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const hold = await parking.held(lotId, { from: 24 * 60 });
  await expect(parking.activate(hold)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'too_early', starts_at: hold.startsAt.toISOString() },
  });
  await parking.passMinutes(24 * 60 - 16);
  await expect(parking.activate(hold)).rejects.toMatchObject({ details: { reason: 'too_early' } });
  await parking.passMinutes(1);
  const session = await parking.activate(hold);
  expect(session.startedAt.getTime()).toBeLessThan(session.expectedEnd.getTime() - 74 * 60_000);
});

test('where a vehicle overstays, one of two drivers with holds finds no space, not both', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 });
  await parking.park(lotId, { durationHours: 1 });
  const holds = [await parking.held(lotId, { from: 61 }), await parking.held(lotId, { from: 61 })];
  await parking.passMinutes(65);
  const { succeeded, refusals } = await outcomesOf(holds.map((hold) => parking.activate(hold)));
  expect({ succeeded, refusals }).toEqual({ succeeded: 1, refusals: ['lot_full'] });
});

const context = { requestId: 'req_test', remember: undefined };

test('a stay waits for another that is being written, and counts it', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 });
  const vehicle = { isAutonomous: false, fleetId: null, vin: null };
  const more = { vehicle, agent: null, driverEmail: null, metadata: {} };
  const request = { ...more, lotId, plate: parking.newPlate() };
  const create = (db: Querier) =>
    createSession({ ...parking.deps(), db }, parking.caller, request, context);
  await meanwhile(parking.database, create, () => parking.park(lotId));
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 2 });
  await expect(parking.park(lotId)).rejects.toMatchObject(FULL);
});

test('a hold waits for an extension that is being written, and sees it', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const { sessionId } = await parking.park(lotId, { durationHours: 1 });
  const request = { sessionId, sessionCode: null, minutes: 30, field: 'extend_minutes' };
  const outcome = await meanwhile(
    parking.database,
    (db) => extendSession({ ...parking, db }, parking.caller, request, context),
    () => parking.hold(lotId, { from: 61 }),
  );
  expect(outcome).toBe('full');
});
