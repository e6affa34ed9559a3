import type { Logger } from 'pino';
import { systemActor } from '../actor.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Querier } from '../stores/postgres.ts';
import { billSession } from './bill-session.ts';
import { type FoundSession, isUnsettled } from './session.ts';
import { type SessionRow, toSession } from './session-row.ts';
import { settleSession } from './settle-session.ts';

const SESSIONS_PER_RUN_MAX = 500;
const ACTOR = systemActor('expire-sessions');

/**
 * Closes stays that nobody ended in time at their expected end, and captures what they and those
 * that a crash left ended cost. Returns how many were dealt with; one that fails is left as it is,
 * and is met again at the next run.
 */
export async function expireSessions(deps: {
  db: Querier;
  payments: PaymentGateway;
  log: Logger;
}): Promise<{ rows: number }> {
  let rows = 0;
  for (const due of await listDue(deps.db, null)) {
    try {
      const ended = isUnsettled(due) ? due : await billSession(deps.db, ACTOR, due);
      if (ended !== undefined) await settleSession(deps, ACTOR, ended);
      rows += 1;
    } catch (error) {
      deps.log.warn({ err: error, session_id: due.sessionId }, 'a session could not be settled');
    }
  }
  return { rows };
}

/**
 * Gives back the spaces of stays whose time has run out, on one lot or (null) on all; their money
 * is captured at the next run. When it returns, none that was overdue before still holds its space,
 * whoever expired it.
 */
export async function expireOverdue(db: Querier, lotId: string | null): Promise<void> {
  for (const due of await listDue(db, lotId))
    if (due.status === 'active') await billSession(db, ACTOR, due);
}

async function listDue(db: Querier, lotId: string | null): Promise<FoundSession[]> {
  const values = { lot_id: lotId, row_limit: SESSIONS_PER_RUN_MAX };
  return (await db.query<SessionRow>('sessions_list_due', values)).map(toSession);
}
