import { type RunDueDeps, runDue } from '../../stores/run-due.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { billSession } from './bill-session.ts';
import { EXPIRY_ACTOR, listDue } from './expire-sessions.ts';
import { type FoundSession, isUnsettled } from './session.ts';
import { toSession } from './session-row.ts';
import { failPayment, settleSession } from './settle-session.ts';

type Deps = RunDueDeps & { payments: PaymentGateway };

/**
 * Closes overdue stays at their expected end, and captures what these stays cost, and what those
 * cost that a crash left ended but not captured. A capture that gets no answer for a day counts as
 * failed, so that ending the stay again tries once more. Returns how many were dealt with.
 */
export async function closeSessions(deps: Deps): Promise<{ rows: number }> {
  const due = await listDue(deps.db, { lotId: null, isOverdueOnly: false });
  return runDue(deps, due, {
    job: EXPIRY_ACTOR.id,
    idOf: (row) => row.sessionId,
    work: (row) => close(deps, toSession(row)),
    refusal: 'payment_failed',
    giveUp: (row) => giveUp(deps, toSession(row)),
  });
}

async function close(deps: Deps, due: FoundSession): Promise<void> {
  const ended = isUnsettled(due) ? due : await billSession(deps.db, EXPIRY_ACTOR, due);
  if (ended !== undefined) await settleSession(deps, EXPIRY_ACTOR, ended);
}

async function giveUp({ db }: Deps, due: FoundSession): Promise<void> {
  if (!isUnsettled(due)) return;
  await failPayment(db, EXPIRY_ACTOR, due, {
    failureCode: 'no_answer',
    failureMessage: 'the processor has not answered for a day',
    isRetryable: true,
  });
}
