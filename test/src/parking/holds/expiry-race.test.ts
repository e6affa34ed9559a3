import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHold } from '../../../../src/parking/holds/find-hold.ts';
import { sweepHolds } from '../../../../src/parking/holds/release-holds.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

// The database's clock cannot be set, so these races run when a hold really expires.

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const RACES = 12;
const UNTIL_EXPIRY_MS = 120;

/** Whether the call succeeded. */
const attempt = (call: () => Promise<unknown>) =>
  call().then(
    () => true,
    () => false,
  );

/**
 * A hold on the only space of a lot, its driver, the sweep and three other callers, all at its end.
 */
async function race(random: () => number) {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const hold = await parking.held(lotId);
  await parking.database.sql(
    `update holds set expires_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
     where hold_id = $1`,
    [hold.holdId, UNTIL_EXPIRY_MS],
  );
  const soon = () => sleep(UNTIL_EXPIRY_MS - 10 + random() * 20);
  const [driver, ...newcomers] = await Promise.all([
    soon().then(() => attempt(() => parking.activate(hold))),
    ...[1, 2, 3].map(() => soon().then(() => attempt(() => parking.park(lotId)))),
    soon().then(() => sweepHolds(parking.pipelines)),
    soon().then(() => sweepHolds(parking.pipelines)),
  ]);
  const parked = newcomers.filter((outcome) => outcome === true).length;
  return { lotId, hold, isActivated: driver === true, parked };
}

test('when a hold expires, its driver or one other caller gets the space, never both', async () => {
  const random = randomFrom(seedOfRun());
  for (let i = 0; i < RACES; i += 1) {
    const { lotId, hold, isActivated, parked } = await race(random);
    expect(Number(isActivated) + parked).toBeLessThanOrEqual(1);
    await sleep(15);
    await sweepHolds(parking.pipelines);
    const { status } = await findHold(parking.db, parking.caller, hold.holdId);
    expect(status).toBe(isActivated ? 'activated' : 'expired');
    expect(await parking.lot(lotId)).toMatchObject({
      taken_spaces: Number(isActivated) + parked,
      held_spaces: 0,
    });
  }
});
