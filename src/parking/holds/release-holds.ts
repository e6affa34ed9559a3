import { type RememberedValues, rememberValues } from '../../access/idempotency/remember.ts';
import { type Actor, actorValues, systemActor } from '../../access/principals/actor.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { DueRow } from '../../stores/run-due.ts';

/** Holds per statement: few, so that none locks the rows of many lots for long. */
const HOLDS_PER_RUN_MAX = 500;
export const SWEEP_ACTOR = systemActor('sweep-holds');

/**
 * Ends those of these holds that are not expired (`canceled`), or those that are (`expired`), and
 * gives their spaces back. Returns the ids of the holds it ended; the database's clock decides.
 */
export async function releaseHolds(
  db: Querier,
  actor: Actor,
  holdIds: readonly string[],
  status: 'canceled' | 'expired',
  remembered: RememberedValues = rememberValues(undefined, undefined),
): Promise<string[]> {
  const values = { holdIds, status, ...actorValues(actor), ...remembered };
  const rows = await db.query<{ holdId: string }>('holds_release', values);
  return rows.map((row) => row.holdId);
}

type DueHold = DueRow & { holdId: string };

/** Stores that holds have expired; they claim no spaces since their expiry. Returns how many. */
export async function sweepHolds(db: Querier): Promise<{ rows: number }> {
  const due = await listDueHolds(db);
  if (due.length === 0) return { rows: 0 };
  const holdIds = due.map((row) => row.holdId);
  const released = await releaseHolds(db, SWEEP_ACTOR, holdIds, 'expired');
  return { rows: released.length };
}

export function listDueHolds(db: Querier): Promise<DueHold[]> {
  return db.query('holds_list_due', { rowLimit: HOLDS_PER_RUN_MAX });
}
