import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { actorOf } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';
import { findHeld } from './find-hold.ts';
import type { Hold } from './hold.ts';
import { releaseHolds } from './release-holds.ts';

/**
 * Gives a hold's spaces back. Errors: NOT_FOUND (hold), CONFLICT hold_expired | hold_activated |
 * hold_canceled.
 */
export async function cancelHold(
  db: Querier,
  caller: Principal,
  holdId: string,
  { requestId, remember }: WriteContext<Hold>,
): Promise<Hold> {
  const hold: Hold = { ...(await findHeld(db, caller, holdId)), status: 'canceled' };
  const actor = actorOf(caller, requestId);
  const values = rememberValues(remember, hold);
  const [released] = await releaseHolds(db, actor, [holdId], 'canceled', values);
  if (released === undefined) await findHeld(db, caller, holdId);
  return hold;
}
