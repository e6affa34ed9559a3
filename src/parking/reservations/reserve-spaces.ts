import type { WriteContext } from '../../access/idempotency/remember.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { AppError } from '../../kit/errors.ts';
import type { Geocoder } from '../../kit/places/geocoder.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Hold } from '../holds/hold.ts';
import { isBeyondShare } from '../holds/is-beyond-share.ts';
import { keepPayable, type PayableDeps } from '../holds/keep-payable.ts';
import { newHold } from '../holds/new-hold.ts';
import { limitReached, placeHolds, type Unplaced } from '../holds/place-holds.ts';
import { lotClosed } from '../lots/check-open.ts';
import { reportedFull } from '../lots/reported-full.ts';
import { expireOverdue } from '../sessions/expire-sessions.ts';
import type { SuitableLot } from './choose-lots.ts';
import { planHold, type Reservation } from './plan-hold.ts';

type Deps = PayableDeps & { geocoder: Geocoder };
type Context = WriteContext<Hold>;

/** Others may take a lot's last space first; at most this many lots are tried in turn. */
const LOTS_TRIED_MAX = 10;

/**
 * Understands what is asked for, and holds spaces on the most suitable lot. Nothing is charged.
 * Errors: BAD_REQUEST with `missing` and `candidates` when the words do not say where or when, or
 * naming a field; NOT_FOUND (lot, or nothing free); FORBIDDEN mandate_exceeded; CONFLICT closed |
 * reported_full | plate_already_held | hold_limit_lot | hold_limit_key | operator_not_payable.
 */
export async function reserveSpaces(
  deps: Deps,
  caller: Principal,
  request: Reservation,
  context: Context,
): Promise<Hold> {
  const { asked, lots, lotId } = await planHold(deps, caller, request, null);
  const payable = await keepPayable(deps, caller, lots, ({ lot, totalMinor }) => ({
    lotId: lot.lotId,
    amountMinor: totalMinor,
  }));
  let isLimited = false;
  for (const suitable of payable.slice(0, LOTS_TRIED_MAX)) {
    const hold = newHold(caller, suitable.lot, suitable.rate, asked);
    const refusal = await place(deps.db, caller, suitable, hold, context);
    if (refusal === null) return hold;
    // Another lot does not help a caller that has a space already, or holds too much in total.
    if (refusal === 'plate_held' || refusal === 'key_limit') throw limitReached(refusal);
    if (refusal === 'lot_limit') isLimited = true;
    if (refusal === 'closed' && lotId !== null) throw lotClosed();
    if (refusal === 'reported_full' && lotId !== null) throw reportedFull();
  }
  if (isLimited) throw limitReached('lot_limit');
  throw new AppError('NOT_FOUND', 'no matching lot has enough free spaces at that time', {
    details: { reason: 'nothing_free' },
  });
}

/** Places the hold. Returns why it could not be placed, or null when it was. */
async function place(
  db: Querier,
  caller: Principal,
  { lot }: SuitableLot,
  hold: Hold,
  context: Context,
): Promise<Unplaced | null> {
  if (await isBeyondShare(db, caller, lot, hold.spaceCount)) return 'lot_limit';
  const attempt = async () => {
    const more = { ...context, dispatch: null, result: hold };
    const outcome = await placeHolds(db, caller, [hold], more);
    return Array.isArray(outcome) ? null : outcome;
  };
  const refusal = await attempt();
  if (refusal !== 'full' && refusal !== 'plate_held') return refusal;
  // Overdue stays are ended before a caller is refused.
  await expireOverdue(db, lot.lotId);
  return attempt();
}
