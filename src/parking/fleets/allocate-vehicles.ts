import { addHours } from 'date-fns/addHours';
import type { WriteContext } from '../../access/idempotency/remember.ts';
import { newId } from '../../access/ids.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField, conflict } from '../../kit/errors.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { LATE_MS_MAX, NO_INTENT, TTL_SECONDS_DEFAULT } from '../holds/hold.ts';
import type { PayableDeps } from '../holds/keep-payable.ts';
import { newHold } from '../holds/new-hold.ts';
import { limitReached, placeHolds, type Unplaced } from '../holds/place-holds.ts';
import { sweepHolds } from '../holds/release-holds.ts';
import { reportedFull } from '../lots/reported-full.ts';
import { expireOverdue } from '../sessions/expire-sessions.ts';
import { checkFleet, checkPlate, checkVin } from '../vehicles/vehicle.ts';
import { ARRIVE_AHEAD_HOURS_MAX, type Dispatch } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';
import type { Lease } from './lease.ts';
import { planSpaces, type Target } from './plan-spaces.ts';

export type DispatchRequest = {
  fleetId: string | null;
  vehicles: readonly { plate: string; vin: string | null }[];
  target: Target;
  arriveBy: Date | null;
  ttlSeconds: number | null;
  /** Of each stay, counted from the end of the lease. */
  durationHours: number;
};

/** The part of a dispatch that is known before it is written. */
export type AllocatedDispatch = { dispatchId: string };

const NO_WORDS = { isAutonomous: true, spaceCount: 1, intent: null, parsed: NO_INTENT };

/** Others may take the spaces between the plan and the statement; then a new plan is made. */
const ATTEMPTS_MAX = 5;

/**
 * Keeps a space for each of 1 to 50 vehicles of a fleet, for all of them or for none, from now
 * until the lease runs out. Errors: BAD_REQUEST naming the field, NOT_FOUND (lot), FORBIDDEN
 * mandate_exceeded, CONFLICT lot_full | reported_full | closed | no_rate | already_allocated |
 * plate_already_held | hold_limit_lot | hold_limit_key | operator_not_payable.
 */
export async function allocateVehicles(
  deps: PayableDeps,
  caller: Principal,
  request: DispatchRequest,
  context: WriteContext<AllocatedDispatch>,
): Promise<Dispatch> {
  const { db } = deps;
  const { fleetId, vehicles } = checkVehicles(caller, request);
  const lease = leaseOf(request, await readClock(db));
  const result = { dispatchId: newId('dsp') };
  const dispatch = {
    dispatch_id: result.dispatchId,
    fleet_id: fleetId,
    arrive_by: request.arriveBy,
  };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const spaces = await planSpaces(deps, caller, request.target, lease, vehicles.length);
    const holds = vehicles.flatMap((vehicle, i) => {
      const asked = { ...NO_WORDS, ...vehicle, ...lease, fleetId };
      return spaces.slice(i, i + 1).map(({ lot, rate }) => newHold(caller, lot, rate, asked));
    });
    const placed = await placeHolds(db, caller, holds, {
      ...context,
      dispatch,
      result,
    });
    if (Array.isArray(placed)) return findDispatch(db, caller, result.dispatchId);
    await makeWay(db, request.target, placed, attempt > 0);
  }
  throw conflict('lot_full', 'others take the free spaces at the same moment; try again');
}

/**
 * Expires what is overdue, so that the next attempt can succeed. Near a point, the next plan sees
 * which spaces others have taken. Throws CONFLICT when this has not helped before, or cannot help.
 */
async function makeWay(
  db: Querier,
  target: Target,
  reason: Unplaced,
  isCleared: boolean,
): Promise<void> {
  const lotId = 'lotId' in target ? target.lotId : null;
  switch (reason) {
    case 'allocated':
      if (isCleared)
        throw conflict(
          'already_allocated',
          'your operator has already allocated one of these vehicles',
        );
      await sweepHolds(db);
      break;
    case 'full':
      if (lotId === null) break;
      if (isCleared) throw conflict('lot_full', 'the lot does not have enough free spaces');
      await expireOverdue(db, lotId);
      break;
    case 'reported_full':
      if (lotId !== null) throw reportedFull();
      break;
    case 'plate_held':
      if (isCleared) throw limitReached(reason);
      await expireOverdue(db, lotId);
      break;
    case 'lot_limit':
      if (lotId !== null) throw limitReached(reason);
      break;
    case 'key_limit':
      throw limitReached(reason);
  }
}

/** The fleet and its vehicles. BAD_REQUEST naming the field, FORBIDDEN for another fleet. */
export function checkVehicles(caller: Principal, request: DispatchRequest) {
  const fleetId = checkFleet(caller, request.fleetId, 'fleet_id');
  if (fleetId === null) throw badField('fleet_id', 'is needed: the key belongs to no fleet');
  const plates = new Set<string>();
  const vehicles = request.vehicles.map(({ plate: text, vin }, i) => {
    const plate = checkPlate(text, `vehicles.${i}.plate`);
    if (plates.has(plate.plate)) throw badField(`vehicles.${i}.plate`, 'is given twice');
    plates.add(plate.plate);
    return { ...plate, vin: vin === null ? null : checkVin(vin, `vehicles.${i}.vin`) };
  });
  return { fleetId, vehicles };
}

/**
 * From when and until when the spaces are kept, and when the stays are expected to begin and to
 * end. BAD_REQUEST naming the field.
 */
function leaseOf({ arriveBy, ttlSeconds, durationHours }: DispatchRequest, now: Date): Lease {
  const at = now.getTime();
  if (arriveBy !== null && arriveBy <= now) throw badField('arrive_by', 'must be in the future');
  if (arriveBy !== null && arriveBy > addHours(now, ARRIVE_AHEAD_HOURS_MAX))
    throw badField('arrive_by', `must be at most ${ARRIVE_AHEAD_HOURS_MAX} hours ahead`);
  const untilLate = arriveBy === null ? null : arriveBy.getTime() + LATE_MS_MAX - at;
  const leaseMs =
    ttlSeconds === null ? (untilLate ?? TTL_SECONDS_DEFAULT * 1_000) : ttlSeconds * 1_000;
  if (arriveBy !== null && at + leaseMs < arriveBy.getTime())
    throw badField('ttl_seconds', 'would end the lease before arrive_by');
  return {
    startsAt: now,
    arriveAt: arriveBy ?? now,
    expiresAt: new Date(at + leaseMs),
    endsAt: addHours(at + leaseMs, durationHours),
    ttlSeconds: Math.round(leaseMs / 1_000),
  };
}
