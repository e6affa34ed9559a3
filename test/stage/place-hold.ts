import type { Principal } from '../../src/access/principals/principal.ts';
import { type Hold, NO_INTENT } from '../../src/parking/holds/hold.ts';
import { newHold } from '../../src/parking/holds/new-hold.ts';
import { placeHolds } from '../../src/parking/holds/place-holds.ts';
import { findLot } from '../../src/parking/lots/find-lot.ts';
import { checkPlate } from '../../src/parking/vehicles/vehicle.ts';

import { type Postgres, type Querier, readClock } from '../../src/stores/postgres.ts';
import { offerLotRate } from '../../src/tariffs/offer-lot-rate.ts';

const MINUTE_MS = 60_000;
export const CONTEXT = { requestId: `req_${'0'.repeat(32)}`, remember: undefined };

export type HoldWish = {
  /** Minutes from now; 0 or less: it begins at once. */
  from?: number;
  minutes?: number;
  spaceCount?: number;
  ttlSeconds?: number;
  plate?: string | null;
  as?: Principal;
  /** The connection to write with, if not the usual one. */
  on?: Querier;
};

/** Places a hold by the core. Returns why it was refused, if it was. */
export async function placeHold(
  db: Postgres,
  caller: Principal,
  lotId: string,
  wish: HoldWish,
): Promise<Hold | string> {
  const { from = 0, minutes = 60, spaceCount = 1, ttlSeconds = 180, plate = null } = wish;
  const { as = caller, on = db } = wish;
  const now = await readClock(db);
  const at = (minute: number) => new Date(now.getTime() + minute * MINUTE_MS);
  const lot = await findLot(db, lotId, as.livemode);
  const rate = offerLotRate(lot, at(from));
  if (rate === undefined) throw new Error('the lot has no rate');
  const endsAt = at(Math.max(0, from) + minutes);
  const expiresAt = from > 0 ? at(from + 15) : new Date(now.getTime() + ttlSeconds * 1_000);
  const wanted = newHold(as, lot, rate, {
    ...(plate === null ? { plate, shownPlate: null } : checkPlate(plate)),
    vin: null,
    fleetId: as.fleetId,
    isAutonomous: false,
    spaceCount,
    startsAt: from > 0 ? at(from) : now,
    endsAt,
    expiresAt: expiresAt < endsAt ? expiresAt : endsAt,
    ttlSeconds,
    intent: null,
    parsed: NO_INTENT,
  });
  const outcome = await placeHolds(on, as, [wanted], {
    ...CONTEXT,
    dispatch: null,
    result: undefined,
  });
  return Array.isArray(outcome) ? wanted : outcome;
}
