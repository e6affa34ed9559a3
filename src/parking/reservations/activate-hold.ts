import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import { findHold } from '../holds/find-hold.ts';
import type { Hold } from '../holds/hold.ts';
import type { BeginContext, BeginDeps, Created } from '../sessions/begin-session.ts';
import type { SessionRequest } from '../sessions/new-session.ts';
import { normalisePlate } from '../vehicles/plate.ts';
import { type Redemption, redeemHold } from './redeem-hold.ts';

export type Arrival = Pick<SessionRequest, 'agent' | 'driverEmail'> & {
  /** undefined: the plate that the hold was placed for. */
  plate: string | undefined;
};

/**
 * Redeems one space of a hold for a vehicle that has arrived: the stay begins now, at the offered
 * rate. Errors: NOT_FOUND (hold), BAD_REQUEST naming `plate`, and those of redeemHold.
 */
export async function activateHold(
  deps: BeginDeps,
  caller: Principal,
  holdId: string,
  arrival: Arrival,
  context: BeginContext,
): Promise<Created> {
  const hold = await findHold(deps.db, caller, holdId);
  return redeemHold(deps, caller, redemptionOf(hold, arrival), context);
}

/** The stay of a vehicle that has arrived. BAD_REQUEST naming `plate`. */
export function redemptionOf(hold: Hold, arrival: Arrival): Redemption {
  const plate = arrival.plate ?? hold.shownPlate;
  if (plate === null) throw badField('plate', 'is needed: the hold was placed without one');
  const { holdId, isAutonomous, fleetId, vin, lotId } = hold;
  const vehicle = { isAutonomous, fleetId, vin: normalisePlate(plate) === hold.plate ? vin : null };
  return { ...arrival, plate, vehicle, lotId, holdId, metadata: {} };
}
