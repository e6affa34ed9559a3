import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { ANYWHERE, plainTariff } from '../../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

// The database's clock decides. For stored rows, a moved clock is the same as if they had been
// written at another time.

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
const HOURLY = 350;

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const failing = {
  capture: async () => ({
    status: 'failed' as const,
    failureCode: 'card_declined',
    failureMessage: 'declined',
    isRetryable: true,
  }),
};

/** Moves the clock forward by this many minutes, or back when they are negative. */
const moveClock = (minutes: number) => parking.passMinutes(minutes);

async function postRate(lotId: string, rateMinor: number): Promise<void> {
  await parking.database.sql('update lots set rate_minor = $2 where lot_id = $1', [
    lotId,
    rateMinor,
  ]);
}

/** What it must have cost, computed from its own instants and the rate at its start. */
function owed({ startedAt, endedAt }: Session): number {
  if (endedAt === null) throw new Error('not ended');
  const hourly = { rateMinor: HOURLY, rateUnit: 'hour', billingStepMinutes: 1 } as const;
  const tariff = plainTariff({ ...hourly, maxDailyMinor: null });
  return priceStay(tariff, { startedAt, endedAt }, ANYWHERE).subtotalMinor;
}

describe.each([
  { name: 'goes back by an hour', minutes: -HOUR },
  { name: 'stands still', minutes: 0 },
  { name: 'goes forward by a day', minutes: DAY },
])('when the clock $name', ({ minutes }) => {
  test('during a stay, it is billed once by its own instants, at the rate of its start', async () => {
    const lotId = await parking.addLot({ rate_minor: HOURLY });
    const session = await parking.park(lotId, { durationHours: 48 });
    await postRate(lotId, 9_900);
    await moveClock(minutes);
    const ended = await parking.end(session);
    expect(ended.subtotalMinor).toBe(owed(ended));
    // The calls themselves take less than a minute.
    const length = Number(ended.endedAt) - Number(ended.startedAt);
    expect(Math.floor(length / MINUTE_MS)).toBe(Math.max(0, minutes));
    await expect(parking.end(session)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await parking.stored(session)).toMatchObject({
      status: 'completed',
      captured_minor: ended.subtotalMinor,
    });
  });

  test('between a failed capture and the next try, the amount stays what it was', async () => {
    const lotId = await parking.addLot({ rate_minor: HOURLY });
    const session = await parking.park(lotId);
    await moveClock(30);
    await expect(parking.end(session, { gateway: failing })).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
    });
    const { subtotal_minor: before } = await parking.stored(session);
    await postRate(lotId, 9_900);
    await moveClock(minutes);
    const ended = await parking.end(session);
    expect(ended.subtotalMinor).toBe(before);
    expect(await parking.stored(session)).toMatchObject({ captured_minor: before });
  });

  test('during a hold, its space goes to its driver or back, and is never counted twice', async () => {
    const lotId = await parking.addLot({ rate_minor: HOURLY, total_spaces: 1 });
    const hold = await parking.held(lotId, { minutes: 3 * HOUR, ttlSeconds: 3_600 });
    await postRate(lotId, 9_900);
    await moveClock(minutes);
    if (minutes > 0) {
      await expect(parking.activate(hold)).rejects.toMatchObject({
        details: { reason: 'hold_expired' },
      });
      const newcomer = await parking.park(lotId);
      expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 1 });
      await parking.end(newcomer);
      return;
    }
    await expect(parking.park(lotId)).rejects.toMatchObject({ code: 'CONFLICT' });
    const session = await parking.activate(hold);
    expect(await parking.lot(lotId)).toEqual({ taken_spaces: 1, held_spaces: 0, free_labels: [] });
    const ended = await parking.end(session);
    expect(ended.subtotalMinor).toBe(owed(ended));
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0, held_spaces: 0 });
  });

  test('during a stay that is extended, no more than 24 hours are added in all', async () => {
    const session = await parking.park(await parking.addLot({ rate_minor: HOURLY }), {
      durationHours: 48,
    });
    await parking.extend(session, 23 * HOUR);
    await moveClock(minutes);
    await parking.extend(session, HOUR);
    await expect(parking.extend(session, 30)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await parking.stored(session)).toMatchObject({ extended_minutes: DAY });
  });
});

test('a clock that goes forward by a day over a stay bills it up to its expected end only', async () => {
  const lotId = await parking.addLot({ rate_minor: HOURLY });
  const session = await parking.park(lotId, { durationHours: 2 });
  await moveClock(DAY);
  await parking.expire();
  await moveClock(-DAY);
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({
    status: 'expired',
    subtotal_minor: 2 * HOURLY,
    captured_minor: 2 * HOURLY,
  });
});
