import type { Remember } from '../../access/idempotency/remember.ts';
import { rememberValues } from '../../access/idempotency/remember.ts';
import { type Actor, actorValues } from '../../access/keys/actor.ts';
import { AppError } from '../../kit/errors.ts';
import { shareOf } from '../../kit/money.ts';
import type { Querier } from '../../stores/postgres.ts';
import { stayMinutes } from '../../tariffs/price/price-stay.ts';
import { paymentCompleted, paymentFailed, sessionEnded } from '../events/session-events.ts';
import type { CaptureFailure, PaymentGateway } from '../payments/gateway.ts';
import type { Billed, Session } from './session.ts';

type Deps = { db: Querier; payments: PaymentGateway };

/**
 * Captures what an ended stay costs and closes the session: `completed`, or `expired` when its time
 * ran out. Undefined when another caller settled it first. BAD_GATEWAY payment_failed when the
 * money cannot be captured; the session then has this status, and settling it again tries once
 * more.
 */
export async function settleSession(
  deps: Deps,
  actor: Actor,
  billed: Billed,
  remember?: Remember<Session>,
): Promise<Session | undefined> {
  await capture(deps, actor, billed);
  const session: Session = {
    ...billed,
    status: billed.status === 'expiring' ? 'expired' : 'completed',
  };
  const ended = sessionEnded(billed, stayMinutes(billed.startedAt, billed.endedAt));
  const completed = paymentCompleted(billed);
  const rows = await deps.db.query('session_settle', {
    sessionId: billed.sessionId,
    sessionEventId: ended.id,
    sessionEventData: ended.data,
    paymentEventId: completed.id,
    paymentEventData: completed.data,
    ...actorValues(actor),
    ...rememberValues(remember, session),
  });
  return rows.length > 0 ? session : undefined;
}

async function capture({ db, payments }: Deps, actor: Actor, billed: Billed): Promise<void> {
  const { sessionId, paymentIntentId, livemode, currency, subtotalMinor } = billed;
  const asked = { paymentIntentId, livemode, amountMinor: subtotalMinor, currency };
  // What was authorised when it began is not enough for a longer stay.
  if (billed.extendedCount > 0)
    await payments.increaseAuthorisation({ ...asked, idempotencyKey: `${sessionId}:raise` });
  const result = await payments.capture({
    ...asked,
    feeOf: (capturedMinor) => shareOf(capturedMinor, billed.platformFeeMinor, subtotalMinor),
    idempotencyKey: `${sessionId}:capture`,
  });
  if (result.status === 'captured') return;
  await failPayment(db, actor, billed, result);
  throw new AppError('BAD_GATEWAY', 'the payment could not be captured; end the session again', {
    details: { reason: 'payment_failed', failure_code: result.failureCode },
  });
}

/**
 * Stores that the amount of an ended stay could not be captured; ending it again tries once more.
 */
export async function failPayment(
  db: Querier,
  actor: Actor,
  billed: Billed,
  failure: Omit<CaptureFailure, 'status'>,
): Promise<void> {
  const event = paymentFailed(billed, failure);
  await db.query('session_fail_payment', {
    sessionId: billed.sessionId,
    eventId: event.id,
    eventData: event.data,
    ...actorValues(actor),
    status: billed.status,
  });
}
