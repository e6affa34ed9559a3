import { type Actor, actorValues, callerActor } from '../actor.ts';
import { AppError, conflict, notFound } from '../errors.ts';
import { answerOnce, type Replay } from '../idempotency/answer-once.ts';
import { type Remember, rememberValues } from '../idempotency/remember.ts';
import { newId } from '../ids.ts';
import type { Caller } from '../keys/caller.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { findSession } from '../sessions/find-session.ts';
import type { FoundSession } from '../sessions/session.ts';
import { databaseError, type Querier } from '../stores/postgres.ts';
import { listRefunds } from './list-refunds.ts';
import type { Refund } from './refund.ts';

type Deps = { db: Querier; payments: PaymentGateway };

export type RefundRequest = {
  sessionId: string;
  /** null: all that is left. */
  amountMinor: number | null;
  reason: string;
};

/** What is known of a refund before it is written. */
export type OpenedRefund = { refundId: string; sessionId: string };

/**
 * Gives money of a paid session on one of the caller's lots back, in two statements with the
 * processor between them: the first sets the amount apart, the second notes that it was paid. A
 * crash in between leaves a pending refund that a repeat of the call, or the pipelines, pay once.
 * Errors: NOT_FOUND (session), CONFLICT not_paid | over_refund | idempotency_mismatch, BAD_GATEWAY
 * refund_failed.
 */
export async function refundSession(
  deps: Deps,
  caller: Caller,
  request: RefundRequest,
  context: { requestId: string; remember: Remember<OpenedRefund> | undefined },
): Promise<{ refund: Refund } | Replay> {
  const actor = callerActor(caller, context.requestId);
  const session = await findSession(deps.db, caller, request.sessionId);
  // Only whose money it was may give it back: not another operator whose key began the stay.
  if (session.operatorId !== caller.operatorId) throw notFound('session');
  return answerOnce(deps.db, context.remember, async () => {
    const opened = { refundId: newId('re'), sessionId: request.sessionId };
    await open(deps.db, actor, request, opened, context.remember);
    return { refund: await settleRefund(deps, actor, session, opened.refundId) };
  });
}

async function open(
  db: Querier,
  actor: Actor,
  { sessionId, amountMinor, reason }: RefundRequest,
  opened: OpenedRefund,
  remember: Remember<OpenedRefund> | undefined,
): Promise<void> {
  try {
    const rows = await db.query('refund_open', {
      refund_id: opened.refundId,
      session_id: sessionId,
      amount_minor: amountMinor,
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

/**
 * Has a pending refund paid, and returns it as it is then; one that was settled before stays as it
 * is. BAD_GATEWAY refund_failed where the processor refuses: its amount is free again.
 */
export async function settleRefund(
  { db, payments }: Deps,
  actor: Actor,
  session: FoundSession,
  refundId: string,
): Promise<Refund> {
  const refund = await findRefund(db, session.sessionId, refundId);
  if (refund.status !== 'pending') return refund;
  if (session.paymentIntentId === null)
    throw new Error(`${session.sessionId} was paid without an intent`);
  const result = await payments.refund({
    paymentIntentId: session.paymentIntentId,
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    idempotencyKey: refundId,
  });
  const status = result.status === 'refunded' ? 'succeeded' : 'failed';
  await db.query('refund_settle', { refund_id: refundId, status, ...actorValues(actor) });
  if (result.status === 'failed')
    throw new AppError('BAD_GATEWAY', 'the processor refused the refund', {
      details: { reason: 'refund_failed', failure_code: result.failureCode },
    });
  return findRefund(db, session.sessionId, refundId);
}

async function findRefund(db: Querier, sessionId: string, refundId: string): Promise<Refund> {
  const refunds = await listRefunds(db, sessionId);
  const refund = refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) throw notFound('refund');
  return refund;
}
