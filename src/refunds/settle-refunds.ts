import type { Logger } from 'pino';
import { systemActor } from '../actor.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { type SessionRow, toSession } from '../sessions/session-row.ts';
import type { Querier } from '../stores/postgres.ts';
import { settleRefund } from './settle-refund.ts';

const REFUNDS_PER_RUN_MAX = 100;
const ACTOR = systemActor('settle-refunds');

/**
 * Has refunds paid that a crash left pending. Returns how many were dealt with; one that fails for
 * want of an answer is met again at the next run.
 */
export async function settleRefunds(deps: {
  db: Querier;
  payments: PaymentGateway;
  log: Logger;
}): Promise<{ rows: number }> {
  const pending = await deps.db.query<SessionRow & { refund_id: string }>('refunds_list_pending', {
    row_limit: REFUNDS_PER_RUN_MAX,
  });
  let rows = 0;
  for (const row of pending) {
    try {
      await settleRefund(deps, ACTOR, toSession(row), row.refund_id);
      rows += 1;
    } catch (error) {
      deps.log.warn({ err: error, refund_id: row.refund_id }, 'a refund could not be settled');
    }
  }
  return { rows };
}
