import type { Principal } from '../../access/principals/principal.ts';
import { badField, badFields, reasonOf } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { findHeld } from '../holds/find-hold.ts';
import type { Hold } from '../holds/hold.ts';
import { checkOpen } from '../lots/check-open.ts';
import { refuseEarly } from '../sessions/agree-terms.ts';
import {
  type BeginContext,
  type BeginDeps,
  beginSession,
  type Created,
} from '../sessions/begin-session.ts';
import { findLotToPark, type LotToPark, settingsOf } from '../sessions/lot-to-park.ts';
import type { SessionRequest, Terms } from '../sessions/new-session.ts';

export type Redemption = SessionRequest & { holdId: string };

/**
 * Starts a paid stay in a space of a hold, with the hold's rate and end. Errors: NOT_FOUND (lot,
 * hold), CONFLICT closed | too_early | hold_expired | hold_activated | hold_canceled, BAD_REQUEST
 * naming `hold_id` or a field that the hold has decided already, and those of beginSession.
 */
export async function redeemHold(
  deps: BeginDeps,
  caller: Principal,
  request: Redemption,
  context: BeginContext,
): Promise<Created> {
  const terms = await heldTerms(deps.db, caller, request);
  try {
    return await beginSession(deps, caller, request, terms, context);
  } catch (error) {
    // When the hold has ended meanwhile, throw that error instead of `lot_full`.
    if (reasonOf(error) === 'lot_full') await findHeld(deps.db, caller, request.holdId);
    throw error;
  }
}

async function heldTerms(db: Querier, caller: Principal, request: Redemption): Promise<Terms> {
  const lot = await findLotToPark(db, caller, request.lotId, request.holdId);
  refuseBesideHold(request);
  const hold = await findHeld(db, caller, request.holdId);
  if (hold.lotId !== request.lotId) throw badField('hold_id', 'is a hold on another lot');
  return termsOfHold(caller, hold, lot);
}

/**
 * The terms of a stay that begins now in a space of a hold: the hold decides its end and its rate.
 * CONFLICT too_early, or closed when the lot is not open on arrival.
 */
export async function termsOfHold(caller: Principal, hold: Hold, lot: LotToPark): Promise<Terms> {
  // A hold that began when it was placed is never too early, even if the clock is put back.
  if (hold.startsAt > hold.createdAt) refuseEarly('the hold', hold.startsAt, lot.now);
  await checkOpen(lot, { from: lot.now, to: lot.now });
  const { endsAt, rate, currency } = hold;
  const mandateId = caller.mandate?.mandateId ?? hold.mandateId;
  return { ...settingsOf(lot), end: { at: endsAt }, rate, currency, mandateId };
}

/** BAD_REQUEST naming the fields that the hold has decided already. */
function refuseBesideHold({ durationHours, endsAt, quote }: SessionRequest): void {
  const stated = { duration_hours: durationHours, ends_at: endsAt, quote_id: quote };
  const fields = Object.entries(stated).filter(([, value]) => value !== undefined);
  if (fields.length > 0)
    throw badFields(
      fields.map(([field]) => ({
        field,
        reason: 'cannot be combined with hold_id, which decides it',
      })),
    );
}
