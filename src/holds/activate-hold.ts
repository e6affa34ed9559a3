import { badField } from '../errors.ts';
import type { Replay } from '../idempotency/answer-once.ts';
import type { Remember } from '../idempotency/remember.ts';
import type { Caller } from '../keys/caller.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { type Created, createSession } from '../sessions/create-session.ts';
import type { SessionRequest } from '../sessions/new-session.ts';
import type { Session } from '../sessions/session.ts';
import type { Querier } from '../stores/postgres.ts';
import { findHold } from './find-hold.ts';

export type Arrival = Pick<SessionRequest, 'agent' | 'driverEmail'> & {
  /** undefined: the one the hold was placed for. */
  plate: string | undefined;
};

/**
 * Redeems one space of a hold for a vehicle that has arrived: the stay begins now, at the rate that
 * was offered. Errors: NOT_FOUND (hold), BAD_REQUEST naming `plate`, and those of createSession.
 */
export async function activateHold(
  deps: { db: Querier; payments: PaymentGateway },
  caller: Caller,
  holdId: string,
  arrival: Arrival,
  context: { requestId: string; remember: Remember<Session> | undefined },
): Promise<Created | Replay> {
  const hold = await findHold(deps.db, caller, holdId);
  const plate = arrival.plate ?? hold.plate;
  if (plate === null) throw badField('plate', 'is needed: the hold was placed without one');
  const { isAutonomous, fleetId, vin, lotId } = hold;
  const vehicle = { isAutonomous, fleetId, vin: plate === hold.plate ? vin : null };
  const request = { ...arrival, plate, vehicle, lotId, holdId, metadata: {} };
  return createSession(deps, caller, request, context);
}
