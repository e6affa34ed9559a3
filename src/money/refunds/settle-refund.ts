import { type Actor, actorValues } from '../../access/principals/actor.ts';
import { AppError, notFound, reasonOf } from '../../kit/errors.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import { type FoundSession, intentOf } from '../../parking/sessions/session.ts';
import type { Querier } from '../../stores/postgres.ts';
import { listRefunds } from './list-refunds.ts';
import type { Refund } from './refund.ts';

/**
 * Has the processor pay a pending refund and returns the refund as it is afterwards; a refund that
 * was settled before is returned unchanged. BAD_GATEWAY refund_failed when the processor refuses:
 * the amount can be refunded again. BAD_GATEWAY naming `refund_id` when the processor gives no
 * answer: the refund stays pending.
 */
export async function settleRefund(
  { db, payments }: { db: Querier; payments: PaymentGateway },
  actor: Actor,
  session: FoundSession,
  refundId: string,
): Promise<Refund> {
  const refund = await findRefund(db, session.sessionId, refundId);
  if (refund.status !== 'pending') return refund;
  const asked = {
    paymentIntentId: intentOf(session),
    livemode: session.livemode,
    amountMinor: refund.amountMinor,
    feeMinor: refund.feeMinor,
    currency: refund.currency,
    idempotencyKey: refundId,
  };
  const result = await payments.refund(asked).catch((error: unknown) => {
    throw asPending(error, refundId);
  });
  const status = result.status === 'refunded' ? 'succeeded' : 'failed';
  await db.query('refund_settle', {
    ...{ refundId, status, fromStatus: 'pending', eventId: null, eventData: null },
    ...actorValues(actor),
  });
  if (result.status === 'failed')
    throw new AppError('BAD_GATEWAY', 'the processor refused the refund', {
      details: { reason: 'refund_failed', failure_code: result.failureCode },
    });
  return findRefund(db, session.sessionId, refundId);
}

/** Says that this refund is pending, so that the caller does not ask for a second one. */
function asPending(error: unknown, refundId: string): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, `${error.message}; the refund is kept and tried again`, {
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
