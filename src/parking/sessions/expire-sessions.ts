import { systemActor } from '../../access/principals/actor.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { DueRow } from '../../stores/run-due.ts';
import { billSession } from './bill-session.ts';
import { type SessionRow, toSession } from './session-row.ts';

const SESSIONS_PER_RUN_MAX = 500;
export const EXPIRY_ACTOR = systemActor('expire-sessions');

/**
 * Ends overdue stays and gives their spaces back, on one lot or (null) on all; their money is
 * captured at the next run. When it returns, no stay that was overdue at the start still has its
 * space, except for those that the timetable has just failed to expire.
 */
export async function expireOverdue(db: Querier, lotId: string | null): Promise<void> {
  const due = await listDue(db, { lotId, isOverdueOnly: true });
  for (const row of due) await billSession(db, EXPIRY_ACTOR, toSession(row));
}

/** Overdue stays and, unless `is_overdue_only`, also ended stays that are not paid. */
export function listDue(
  db: Querier,
  which: { lotId: string | null; isOverdueOnly: boolean },
): Promise<(SessionRow & DueRow)[]> {
  return db.query('sessions_list_due', { ...which, rowLimit: SESSIONS_PER_RUN_MAX });
}
