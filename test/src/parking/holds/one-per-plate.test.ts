import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { allocateVehicles } from '../../../../src/parking/fleets/allocate-vehicles.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import type { HoldWish } from '../../../stage/place-hold.ts';

let parking: Parking;
/** A key of the same operator, and one of another. */
let twin: Principal;
let stranger: Principal;

beforeAll(async () => {
  parking = await openParking();
  twin = await addCaller(parking.database, { operatorId: parking.caller.operatorId });
  stranger = await addCaller(parking.database);
});
afterAll(() => parking.database.drop());

const HELD = 'plate_held';

/** A plate that holds a space of a new lot from 60 to 120 minutes from now. */
async function heldLater() {
  const [lotId, plate] = [await parking.addLot({ total_spaces: 40 }), parking.newPlate()];
  const first = await parking.held(lotId, { plate, from: 60, minutes: 60 });
  return { lotId, plate, first };
}

const dispatch = (lotId: string, plate: string, as: Principal = parking.caller) =>
  allocateVehicles(
    parking.deps(),
    as,
    {
      fleetId: 'north',
      vehicles: [{ plate, vin: null }],
      target: { lotId },
      arriveBy: null,
      ttlSeconds: null,
      durationHours: 1,
    },
    { requestId: 'req_test', remember: undefined },
  );

test.each<[string, HoldWish]>([
  ['before it, into its beginning', { from: 30, minutes: 31 }],
  ['within it', { from: 70, minutes: 20 }],
  ['around it', { minutes: 300 }],
  ['from its end on', { from: 119, minutes: 60 }],
])('a plate that has a hold gets no second one with the same operator %s', async (_, wish) => {
  const { lotId, plate } = await heldLater();
  expect(await parking.hold(lotId, { plate, ...wish })).toBe(HELD);
  expect(await parking.hold(lotId, { plate, ...wish, as: twin })).toBe(HELD);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 1 });
  await parking.held(lotId, { plate, ...wish, as: stranger });
  expect(await parking.hold(lotId, { plate, ...wish })).toBe(HELD);
});

test('a plate may hold the lot before and after, and another lot meanwhile', async () => {
  const { lotId, plate } = await heldLater();
  await parking.held(lotId, { plate, minutes: 59 });
  await parking.held(lotId, { plate, from: 121, minutes: 60 });
  await parking.held(await parking.addLot(), { plate, from: 60, minutes: 60 });
});

test('holds without a plate, and with other plates, are possible at the same time', async () => {
  const { lotId } = await heldLater();
  const window = { from: 60, minutes: 60 };
  for (const plate of [null, null, parking.newPlate()])
    await parking.held(lotId, { plate, ...window });
});

test('a hold that was given back or has expired blocks no other', async () => {
  const { lotId, plate, first } = await heldLater();
  await parking.cancel(first);
  await parking.held(lotId, { plate, from: 60, minutes: 60 });
  await parking.passMinutes(76);
  await parking.held(lotId, { plate, minutes: 30 });
});

test('of 30 that hold a lot for one plate at once, with keys of two operators, one of each does', async () => {
  const lotId = await parking.addLot({ total_spaces: 400 });
  const plate = parking.newPlate();
  const keys = [parking.caller, twin, stranger];
  const calls = Array.from({ length: 30 }, (_, i) =>
    parking.hold(lotId, { plate, as: keys[i % keys.length] ?? twin }),
  );
  const refused = (await Promise.all(calls)).filter((outcome) => outcome === HELD);
  expect(refused).toHaveLength(28);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 2 });
});

test('a plate with a stay on the lot can hold no space there until it leaves, but with strangers', async () => {
  const [lotId, plate] = [await parking.addLot(), parking.newPlate()];
  const stay = await parking.park(lotId, { plate, durationHours: 1 });
  for (const as of [parking.caller, twin])
    expect(await parking.hold(lotId, { plate, from: 59, as })).toBe(HELD);
  await parking.held(lotId, { plate, from: 59, as: stranger });
  const later = await parking.held(lotId, { plate, from: 61 });
  await parking.cancel(later);
  // Its time is over, but it has not left.
  await parking.passMinutes(65);
  expect(await parking.hold(lotId, { plate })).toBe(HELD);
  await parking.end(stay);
  await parking.held(lotId, { plate });
});

test('a vehicle that a fleet has sent holds nothing there, and the reverse', async () => {
  const [lotId, sent, held] = [await parking.addLot(), parking.newPlate(), parking.newPlate()];
  await dispatch(lotId, sent);
  expect(await parking.hold(lotId, { plate: sent })).toBe(HELD);
  await parking.held(lotId, { plate: held });
  for (const as of [parking.caller, twin])
    await expect(dispatch(lotId, held, as)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'plate_already_held' },
    });
  await dispatch(lotId, held, stranger);
});

test('a vehicle that overstayed by a quarter of an hour can be sent to the lot again', async () => {
  const [lotId, plate] = [await parking.addLot(), parking.newPlate()];
  await parking.park(lotId, { plate, durationHours: 1 });
  await parking.passMinutes(60 + 15 + 1);
  await dispatch(lotId, plate);
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0, held_spaces: 1 });
});
