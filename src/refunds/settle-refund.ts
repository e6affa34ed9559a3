import { AppError, notFound, reasonOf } from '../errors.ts';
import { type Actor, actorValues } from '../keys/actor.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { FoundSession } from '../sessions/session.ts';
import type { Querier } from '../stores/postgres.ts';
import { listRefunds } from './list-refunds.ts';
import type { Refund } from './refund.ts';

/**
 * Has a pending refund paid, and returns it as it is then; one that was settled before stays as it
 * is. BAD_GATEWAY refund_failed where the processor refuses: its amount is free again; naming
 * `refund_id` where it gives no answer: the refund stays pending.
 */
export async function settleRefund(
  { db, payments }: { db: Querier; payments: PaymentGateway },
  actor: Actor,
  session: FoundSession,
  refundId: string,
): Promise<Refund> {
  const refund = await findRefund(db, session.sessionId, refundId);
  if (refund.status !== 'pending') return refund;
  if (session.paymentIntentId === null)
    throw new Error(`${session.sessionId} was paid without an intent`);
  const asked = {
    paymentIntentId: session.paymentIntentId,
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    idempotencyKey: refundId,
  };
  const result = await payments.refund(asked).catch((error: unknown) => {
    throw asPending(error, refundId);
  });
  const status = result.status === 'refunded' ? 'succeeded' : 'failed';
  await db.query('refund_settle', { refund_id: refundId, status, ...actorValues(actor) });
  if (result.status === 'failed')
    throw new AppError('BAD_GATEWAY', 'the processor refused the refund', {
      details: { reason: 'refund_failed', failure_code: result.failureCode },
    });
  return findRefund(db, session.sessionId, refundId);
}

/** Whoever asks again would otherwise not know that this one may still be paid. */
function asPending(error: unknown, refundId: string): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, `${error.message}; the refund is kept, and tried again`, {
    details: {
      reason: reasonOf(error) ?? 'no_answer',
      refund_id: refundId,
      refund_status: 'pending',
    },
    cause: error,
  });
}

async function findRefund(db: Querier, sessionId: string, refundId: string): Promise<Refund> {
  const refunds = await listRefunds(db, sessionId);
  const refund = refunds.find((one) => one.refundId === refundId);
  if (refund === undefined) throw notFound('refund');
  return refund;
}
