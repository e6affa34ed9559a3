import type { Principal } from '../../access/principals/principal.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import { oneOfCode, readShortCode, readSpokenCode } from '../../kit/text/spoken-code.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Hold } from './hold.ts';
import { type HoldRow, toHold } from './hold-row.ts';

/** The hold, if this caller may see it; NOT_FOUND in every other case. */
export async function findHold(db: Querier, caller: Principal, holdId: string): Promise<Hold> {
  const [row] = await db.query<HoldRow>('hold_find', { holdId, ...viewerOf(caller) });
  if (row === undefined) throw notFound('hold');
  return toHold(row, caller);
}

/**
 * The hold with this id or code, if this caller may see it. The last four signs of a code name
 * holds that stand only. Errors: NOT_FOUND, and BAD_REQUEST with `candidates` when several with the
 * code stand.
 */
export async function findStatedHold(
  db: Querier,
  caller: Principal,
  stated: string,
): Promise<Hold> {
  const [code, shortCode] = [readSpokenCode(stated), readShortCode(stated)];
  if (code === undefined && shortCode === undefined) return findHold(db, caller, stated);
  const viewer = viewerOf(caller);
  const rows =
    code === undefined
      ? await db.query<HoldRow>('hold_find_by_short_code', { shortCode, ...viewer })
      : await db.query<HoldRow>('hold_find_by_code', { code, ...viewer });
  const row = oneOfCode(rows, {
    isLiving: ({ statusNow }) => statusNow === 'held',
    shown: ({ holdId, code, lotName, startsAt }) => ({
      hold_id: holdId,
      code,
      lot_name: lotName,
      starts_at: startsAt,
    }),
  });
  if (row === undefined) throw notFound('hold');
  return toHold(row, caller);
}

function viewerOf({ livemode, operatorId, fleetId }: Principal) {
  return { livemode, operatorId, fleetId };
}

/**
 * The hold, if it can still be redeemed. Errors: those of findHold, CONFLICT hold_expired |
 * hold_activated | hold_canceled.
 */
export async function findHeld(db: Querier, caller: Principal, holdId: string): Promise<Hold> {
  const hold = await findHold(db, caller, holdId);
  if (hold.status !== 'held') throw conflict(`hold_${hold.status}`, `the hold is ${hold.status}`);
  return hold;
}
