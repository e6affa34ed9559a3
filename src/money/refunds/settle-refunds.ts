import { systemActor } from '../../access/principals/actor.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import { type SessionRow, toSession } from '../../parking/sessions/session-row.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../stores/run-due.ts';
import { settleRefund } from './settle-refund.ts';

const REFUNDS_PER_RUN_MAX = 100;
const ACTOR = systemActor('settle-refunds');

/**
 * Has the processor pay refunds that a crash or an unreachable processor left pending. One that
 * gets no answer for a day is given up and stays pending, because it may have been paid. Returns
 * how many were dealt with.
 */
export async function settleRefunds(
  deps: RunDueDeps & { payments: PaymentGateway },
): Promise<{ rows: number }> {
  const pending = await deps.db.query<SessionRow & DueRow & { refundId: string }>(
    'refunds_list_pending',
    { rowLimit: REFUNDS_PER_RUN_MAX },
  );
  return runDue(deps, pending, {
    job: ACTOR.id,
    idOf: (row) => row.refundId,
    work: (row) => settleRefund(deps, ACTOR, toSession(row), row.refundId),
    refusal: 'refund_failed',
  });
}
