import { conflict, notFound } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Hold } from './hold.ts';
import { type HoldRow, toHold } from './hold-row.ts';

/** The hold, if this caller may see it; NOT_FOUND in every other case. */
export async function findHold(db: Querier, caller: Caller, holdId: string): Promise<Hold> {
  const [row] = await db.query<HoldRow>('hold_find', {
    hold_id: holdId,
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_id: caller.fleetId,
  });
  if (row === undefined) throw notFound('hold');
  return toHold(row, caller);
}

/**
 * The hold, if it can still be redeemed. Errors: those of findHold, CONFLICT hold_expired |
 * hold_activated | hold_canceled.
 */
export async function findHeld(db: Querier, caller: Caller, holdId: string): Promise<Hold> {
  const hold = await findHold(db, caller, holdId);
  if (hold.status !== 'held') throw conflict(`hold_${hold.status}`, `the hold is ${hold.status}`);
  return hold;
}
