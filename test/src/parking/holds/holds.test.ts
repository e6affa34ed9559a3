import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHold } from '../../../../src/parking/holds/find-hold.ts';
import { sweepHolds } from '../../../../src/parking/holds/release-holds.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const FULL = { details: { reason: 'lot_full' } };

test('a hold keeps its space from stays and other holds until it ends', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 });
  const hold = await parking.held(lotId);
  await parking.park(lotId);
  await expect(parking.park(lotId)).rejects.toMatchObject(FULL);
  expect(await parking.hold(lotId)).toBe('full');
  await parking.cancel(hold);
  await expect(parking.park(lotId)).resolves.toBeDefined();
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 2, held_spaces: 0 });
});

test('a hold on a later window leaves the space free until then', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  await parking.held(lotId, { from: 300, minutes: 60 });
  const session = await parking.park(lotId, { durationHours: 4.9 });
  await parking.end(session);
  await expect(parking.park(lotId, { durationHours: 5.1 })).rejects.toMatchObject(FULL);
});

test('windows that touch do not conflict, windows that overlap do', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  await parking.held(lotId, { from: 120, minutes: 60 });
  expect(await parking.hold(lotId, { from: 60, minutes: 61 })).toBe('full');
  expect(await parking.hold(lotId, { from: 179, minutes: 60 })).toBe('full');
  expect(await parking.hold(lotId, { from: 90, minutes: 120 })).toBe('full');
  await parking.database.sql(
    `update holds set starts_at = date_trunc('minute', starts_at),
       ends_at = date_trunc('minute', starts_at) + interval '1 hour' where lot_id = $1`,
    [lotId],
  );
  await parking.held(lotId, { from: 180, minutes: 60 });
  await parking.held(lotId, { from: 30, minutes: 88 });
});

test('a lot full of stays can be held for when they are expected to have left', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  await parking.park(lotId, { durationHours: 1 });
  expect(await parking.hold(lotId, { from: 59 })).toBe('full');
  await parking.held(lotId, { from: 61 });
});

test('of 60 callers that want one of three spaces at once, three get it', async () => {
  const lotId = await parking.addLot({ total_spaces: 3 });
  const calls = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0
      ? parking.park(lotId)
      : parking.hold(lotId).then((hold) => {
          if (typeof hold === 'string') throw { details: { reason: hold } };
        }),
  );
  const { succeeded, refusals } = await outcomesOf(calls);
  expect(succeeded).toBe(3);
  expect(new Set(refusals)).toEqual(new Set(['lot_full', 'full']));
  const { taken_spaces, held_spaces } = await parking.lot(lotId);
  expect(taken_spaces + held_spaces).toBe(3);
});

test('activating a hold begins a stay at the rate that was offered, until its end', async () => {
  const lotId = await parking.addLot({ total_spaces: 1, rate_minor: 350 });
  const hold = await parking.held(lotId, { minutes: 120 });
  await parking.database.sql('update lots set rate_minor = 9900 where lot_id = $1', [lotId]);
  const session = await parking.activate(hold);
  expect(session).toMatchObject({
    holdId: hold.holdId,
    expectedEnd: hold.endsAt,
    rate: { rateMinor: 350 },
    estimatedMinor: 700,
  });
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 1, held_spaces: 0 });
  expect(await findHold(parking.db, parking.caller, hold.holdId)).toMatchObject({
    status: 'activated',
    sessionId: session.sessionId,
  });
  await expect(parking.activate(hold)).rejects.toMatchObject({
    details: { reason: 'hold_activated' },
  });
});

test('of 20 that activate a hold at once one does', async () => {
  const hold = await parking.held(await parking.addLot({ total_spaces: 5 }));
  const calls = Array.from({ length: 20 }, () => parking.activate(hold));
  const { succeeded, refusals } = await outcomesOf(calls);
  expect(succeeded).toBe(1);
  expect(new Set(refusals)).toEqual(new Set(['hold_activated']));
});

test('a hold of three spaces is activated for three vehicles, and no fourth', async () => {
  const lotId = await parking.addLot({ total_spaces: 3 });
  const hold = await parking.held(lotId, { spaceCount: 3 });
  const calls = Array.from({ length: 5 }, () => parking.activate(hold));
  expect(await outcomesOf(calls)).toMatchObject({ succeeded: 3 });
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 3, held_spaces: 0 });
});

test('a hold ends by the clock alone: then its space is free, and it cannot be redeemed', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const hold = await parking.held(lotId, { ttlSeconds: 60 });
  await parking.passMinutes(1);
  await expect(parking.activate(hold)).rejects.toMatchObject({
    details: { reason: 'hold_expired' },
  });
  await expect(parking.cancel(hold)).rejects.toMatchObject({
    details: { reason: 'hold_expired' },
  });
  await expect(parking.park(lotId)).resolves.toBeDefined();
});

test('the sweep marks expired holds, once, and no live ones', async () => {
  const lotId = await parking.addLot({ total_spaces: 5 });
  const over = await parking.held(lotId, { ttlSeconds: 60, spaceCount: 2 });
  await parking.passMinutes(2);
  const standing = await parking.held(lotId);
  await Promise.all([
    sweepHolds(parking.pipelines),
    sweepHolds(parking.pipelines),
    sweepHolds(parking.pipelines),
  ]);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 1 });
  expect(await findHold(parking.db, parking.caller, over.holdId)).toMatchObject({
    status: 'expired',
  });
  const audit = await parking.database.sql(
    `select entity_id from audit_log where action = 'hold.expired'
       and entity_id in ($1, $2)`,
    [over.holdId, standing.holdId],
  );
  expect(audit).toEqual([{ entity_id: over.holdId }]);
});

test('a hold for later waits a quarter of an hour for its driver', async () => {
  const lotId = await parking.addLot();
  const [late, tooLate] = [
    await parking.held(lotId, { from: 60 }),
    await parking.held(lotId, { from: 60 }),
  ];
  await parking.passMinutes(74);
  await expect(parking.activate(late)).resolves.toBeDefined();
  await parking.passMinutes(1);
  await expect(parking.activate(tooLate)).rejects.toMatchObject({
    details: { reason: 'hold_expired' },
  });
});

test('the driver of a hold is refused while a vehicle overstays on the space, and parks after it', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  await parking.park(lotId, { durationHours: 1 });
  const hold = await parking.held(lotId, { from: 61 });
  await parking.passMinutes(65);
  await expect(parking.activate(hold)).rejects.toMatchObject(FULL);
  await parking.passMinutes(10);
  await expect(parking.activate(hold)).resolves.toBeDefined();
});

test('another operator, another fleet and the other world cannot see a hold', async () => {
  const hold = await parking.held(await parking.addLot());
  const stranger = await addCaller(parking.database);
  const { caller } = parking;
  for (const as of [stranger, { ...caller, fleetId: 'x' }, { ...caller, livemode: false }])
    await expect(findHold(parking.db, as, hold.holdId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
