import { actorValues, systemActor } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { IntentState, PaymentGateway } from '../../payments/gateway.ts';
import { findSession } from '../find-session.ts';
import { type FoundSession, intentOf } from '../session.ts';

type Deps = { db: Querier; payments: PaymentGateway };

/** Whoever looked it up: it happened at the processor. */
export const PROCESSOR = systemActor('processor');

/**
 * Notes that the driver has authorised a stay, if this is what the processor says of its payment.
 * Returns whether the stay is authorised.
 */
export async function noteAuthorized(
  db: Querier,
  { sessionId }: Pick<FoundSession, 'sessionId'>,
  { status, authorisedMinor, capturedMinor }: IntentState,
): Promise<boolean> {
  if (status !== 'authorized' && status !== 'captured') return false;
  await db.query('session_authorize', {
    sessionId,
    authorizedMinor: status === 'captured' ? capturedMinor : authorisedMinor,
    ...actorValues(PROCESSOR),
  });
  return true;
}

/**
 * The stay, authorised; where it is not known to be, the processor is asked. CONFLICT
 * not_authorized, BAD_GATEWAY.
 */
export async function findAuthorized(
  { db, payments }: Deps,
  caller: Principal,
  found: FoundSession,
): Promise<FoundSession> {
  const { authorizeBy, sessionId, livemode } = found;
  if (authorizeBy === null || found.status !== 'active') return found;
  const intent = await payments.readIntent({ paymentIntentId: intentOf(found), livemode });
  if (await noteAuthorized(db, found, intent)) return findSession(db, caller, sessionId);
  throw conflict('not_authorized', 'the driver has not authorised the stay yet', {
    authorize_by: authorizeBy,
  });
}
