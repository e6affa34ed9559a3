import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../../../src/access/principals/actor.ts';
import { findHold } from '../../../../src/parking/holds/find-hold.ts';
import { releaseHolds } from '../../../../src/parking/holds/release-holds.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import { activateHold } from '../../../../src/parking/reservations/activate-hold.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test('a hold that runs out while the card is being authorised is not redeemed', async () => {
  const lotId = await parking.addLot();
  const { holdId } = await parking.held(lotId, { ttlSeconds: 60 });
  const slow: PaymentGateway = {
    ...parking.payments,
    async createIntent(intent) {
      await parking.passMinutes(1);
      return parking.payments.createIntent(intent);
    },
  };
  const arrival = { plate: parking.newPlate(), agent: null, driverEmail: null };
  const context = { requestId: 'req_test', remember: undefined };
  const deps = parking.deps(slow);
  await expect(activateHold(deps, parking.caller, holdId, arrival, context)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'hold_expired' },
  });
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0 });
});

test('only a live hold is canceled, and only an overdue one expires', async () => {
  const lotId = await parking.addLot();
  const { holdId: over } = await parking.held(lotId, { ttlSeconds: 60 });
  await parking.passMinutes(1);
  const { holdId: standing } = await parking.held(lotId);
  const both = [over, standing];
  const release = (status: 'canceled' | 'expired') =>
    releaseHolds(parking.db, systemActor('test'), both, status);
  expect(await release('expired')).toEqual([over]);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 1 });
  const { status } = await findHold(parking.db, parking.caller, standing);
  expect(status).toBe('held');
  expect(await release('canceled')).toEqual([standing]);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
