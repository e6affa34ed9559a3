import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allocateVehicles } from '../../../src/parking/fleets/allocate-vehicles.ts';
import { sweepHolds } from '../../../src/parking/holds/release-holds.ts';
import type { Session } from '../../../src/parking/sessions/session.ts';
import { openParking, outcomesOf, type Parking } from '../../stage/parking.ts';
import { POLL } from '../sessions/session-stage.ts';
import { runJob } from './job.ts';
import { openLocks } from './locks.ts';

// One vehicle, one lot, two concurrent writes: each locks the lot's row and the vehicle's own.

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** Sends each call once the previous one waits for the lot's row; returns the outcomes. */
async function inTurnForLot(lotId: string, calls: readonly (() => Promise<unknown>)[]) {
  const { hold, waitingCount } = openLocks(parking.database);
  const { release } = await hold(`select from lots where lot_id = '${lotId}' for update`);
  onTestFinished(release);
  const sent: Promise<unknown>[] = [];
  for (const call of calls) {
    sent.push(call());
    await expect.poll(waitingCount, POLL).toBe(sent.length);
  }
  const outcomes = outcomesOf(sent);
  await release();
  return outcomes;
}

/** The job of the pipelines, which must not fail either. */
async function expire(): Promise<void> {
  const { complaints } = await runJob(parking.pipelines, 'expire-sessions', () => {});
  expect(complaints).toEqual([]);
}

test.each([
  ['ends its stay', 0, (stay: Session) => parking.end(stay)],
  ['extends its stay', 0, (stay: Session) => parking.extend(stay, 30)],
  ['is expired', 76, expire],
])('a vehicle that parks again while it %s gets a stay or a reason', async (_, minutes, write) => {
  const lotId = await parking.addLot();
  const plate = parking.newPlate();
  const stay = await parking.park(lotId, { plate });
  await parking.passMinutes(minutes);
  const { refusals } = await inTurnForLot(lotId, [
    () => parking.park(lotId, { plate }),
    () => write(stay),
  ]);
  expect(refusals.filter((reason) => reason !== 'already_parked')).toEqual([]);
});

test('a vehicle that is sent again while its old allocation is swept gets a space', async () => {
  const lotId = await parking.addLot();
  const request = {
    fleetId: 'north',
    vehicles: [{ plate: parking.newPlate(), vin: null }],
    target: { lotId },
    arriveBy: null,
    ttlSeconds: null,
    durationHours: 1,
  };
  const context = { requestId: 'req_test', remember: undefined };
  const send = () => allocateVehicles(parking.deps(), parking.caller, request, context);
  await send();
  await parking.passMinutes(10);
  const { refusals } = await inTurnForLot(lotId, [send, () => sweepHolds(parking.pipelines)]);
  expect(refusals).toEqual([]);
});
