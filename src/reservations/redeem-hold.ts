import { badField, badFields, reasonOf } from '../errors.ts';
import { findHeld } from '../holds/find-hold.ts';
import { answerOnce, type Replay } from '../idempotency/answer-once.ts';
import type { Caller } from '../keys/caller.ts';
import { checkOpen } from '../lots/hours/check-open.ts';
import { findLotToPark, refuseEarly, settingsOf } from '../sessions/agree-terms.ts';
import {
  type BeginContext,
  type BeginDeps,
  beginSession,
  type Created,
} from '../sessions/begin-session.ts';
import type { SessionRequest, Terms } from '../sessions/new-session.ts';
import type { Querier } from '../stores/postgres.ts';

export type Redemption = SessionRequest & { holdId: string };

/**
 * Starts a paid stay in a space of a hold: its space, its rate and its end are the stay's. Returns
 * what an earlier call answered when `remember` names one. Errors: NOT_FOUND (lot, hold), CONFLICT
 * closed | too_early | hold_expired | hold_activated | hold_canceled | idempotency_mismatch,
 * BAD_REQUEST naming `hold_id` or what the hold has decided already, and those of beginSession.
 */
export async function redeemHold(
  deps: BeginDeps,
  caller: Caller,
  request: Redemption,
  context: BeginContext,
): Promise<Created | Replay> {
  return answerOnce(deps.db, context.remember, async () => {
    const terms = await heldTerms(deps.db, caller, request);
    try {
      return await beginSession(deps, caller, request, terms, context);
    } catch (error) {
      // A hold that is over by now has no space to give: that is said rather than a full lot.
      if (reasonOf(error) === 'lot_full') await findHeld(deps.db, caller, request.holdId);
      throw error;
    }
  });
}

/** The hold says how long the stay is and what it costs. The lot has to be open to who comes. */
async function heldTerms(db: Querier, caller: Caller, request: Redemption): Promise<Terms> {
  const lot = await findLotToPark(db, caller, request.lotId);
  refuseBesideHold(request);
  const hold = await findHeld(db, caller, request.holdId);
  if (hold.lotId !== request.lotId) throw badField('hold_id', 'is a hold on another lot');
  // One that began as it was placed stays begun, should the clock be put back.
  if (hold.startsAt > hold.createdAt) refuseEarly('the hold', hold.startsAt, lot.now);
  await checkOpen(lot, { from: lot.now, to: lot.now });
  const { endsAt, rate, currency } = hold;
  return { ...settingsOf(lot), end: { at: endsAt }, rate, currency };
}

/** BAD_REQUEST naming what the hold has decided already. */
function refuseBesideHold({ durationHours, endsAt, quote }: SessionRequest): void {
  const said = { duration_hours: durationHours, ends_at: endsAt, quote_id: quote };
  const fields = Object.entries(said).filter(([, value]) => value !== undefined);
  if (fields.length > 0)
    throw badFields(
      fields.map(([field]) => ({ field, reason: 'cannot stand beside hold_id, which decides it' })),
    );
}
