import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { newId } from '../../access/ids.ts';
import { type Actor, actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField, conflict, notFound } from '../../kit/errors.ts';
import { fromMinor } from '../../kit/money.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import { findSession } from '../../parking/sessions/find-session.ts';
import type { FoundSession } from '../../parking/sessions/session.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Refund } from './refund.ts';
import { settleRefund } from './settle-refund.ts';

type Deps = { db: Querier; payments: PaymentGateway };

type RefundRequest = {
  sessionId: string;
  /** null: all that is left. */
  amountMinor: number | null;
  reason: string;
};

/** The part of a refund that is known before it is written. */
export type OpenedRefund = { refundId: string; sessionId: string };

/**
 * Gives back money of a paid session on one of the caller's lots, in two statements with the
 * processor between them: the first reserves the amount, the second stores that it was paid. A
 * crash in between leaves a pending refund, which a repeat of the call, or the pipelines, pay once.
 * Errors: NOT_FOUND (session), BAD_REQUEST naming `amount`, CONFLICT imported | not_paid |
 * over_refund, BAD_GATEWAY refund_failed.
 */
export async function refundSession(
  deps: Deps,
  caller: Principal,
  request: RefundRequest,
  { requestId, remember }: WriteContext<OpenedRefund>,
): Promise<Refund> {
  const actor = actorOf(caller, requestId);
  const session = await findSession(deps.db, caller, request.sessionId);
  checkRefundable(caller, session);
  const stepMinor = deps.payments.stepMinor(session.currency);
  checkStep(request, stepMinor, session.currency);
  const opened = { refundId: newId('re'), sessionId: request.sessionId };
  await open(deps.db, actor, { ...request, stepMinor }, opened, remember);
  return settleRefund(deps, actor, session, opened.refundId);
}

/** Only the lot's operator may give the money back, not the operator whose key began the stay. */
export function checkRefundable(caller: Principal, session: FoundSession): void {
  if (session.operatorId !== caller.operatorId) throw notFound('session');
  if (session.source === 'import')
    throw conflict(
      'imported',
      'an imported stay was paid elsewhere: its money is given back there',
    );
}

/** BAD_REQUEST naming `amount` when the processor cannot take exactly this amount. */
function checkStep({ amountMinor }: RefundRequest, stepMinor: number, currency: string): void {
  if (amountMinor === null || amountMinor % stepMinor === 0) return;
  const step = fromMinor(stepMinor, currency);
  throw badField('amount', `must be a whole multiple of ${step} ${currency.toUpperCase()}`);
}

async function open(
  db: Querier,
  actor: Actor,
  { sessionId, amountMinor, reason, stepMinor }: RefundRequest & { stepMinor: number },
  opened: OpenedRefund,
  remember: WriteContext<OpenedRefund>['remember'],
): Promise<void> {
  try {
    const rows = await db.query('refund_open', {
      refundId: opened.refundId,
      sessionId,
      amountMinor,
      stepMinor,
      reason,
      ...actorValues(actor),
      ...rememberValues(remember, opened),
    });
    if (rows.length === 0)
      throw conflict('not_paid', 'only a paid session that has money left can be refunded');
  } catch (error) {
    if (databaseError(error)?.constraint === 'sessions_refunds')
      throw conflict('over_refund', 'refunds cannot add up to more than was paid');
    throw error;
  }
}
