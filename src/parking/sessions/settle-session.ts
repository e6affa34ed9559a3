import type { Remember } from '../../access/idempotency/remember.ts';
import { rememberValues } from '../../access/idempotency/remember.ts';
import { shareOfFee } from '../../access/plans/platform-fee.ts';
import { type Actor, actorValues } from '../../access/principals/actor.ts';
import { AppError } from '../../kit/errors.ts';
import { floorTo, shareOf } from '../../kit/money.ts';
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
  const paid = await capture(deps, actor, billed);
  const session: Session = {
    ...paid,
    status: billed.status === 'expiring' ? 'expired' : 'completed',
    paymentStatus: 'captured',
  };
  const ended = sessionEnded(paid, stayMinutes(billed.startedAt, billed.endedAt));
  const completed = paymentCompleted(paid);
  const rows = await deps.db.query('session_settle', {
    sessionId: billed.sessionId,
    shortfallMinor: paid.shortfallMinor,
    platformFeeMinor: paid.platformFeeMinor,
    sessionEventId: ended.id,
    sessionEventData: ended.data,
    paymentEventId: completed.id,
    paymentEventData: completed.data,
    ...actorValues(actor),
    ...rememberValues(remember, session),
  });
  return rows.length > 0 ? session : undefined;
}

/** The stay with what was captured of its amount, and what the platform keeps of that. */
async function capture({ db, payments }: Deps, actor: Actor, billed: Billed): Promise<Billed> {
  const { sessionId, paymentIntentId, livemode, currency } = billed;
  const stepMinor = payments.stepMinor(currency);
  const amountMinor = floorTo(stepMinor, billed.subtotalMinor);
  const asked = { paymentIntentId, livemode, amountMinor, currency };
  // A process of the version before extends stays without raising what is authorised.
  if (billed.authorizedMinor !== null && amountMinor > billed.authorizedMinor)
    await payments.increaseAuthorisation({ ...asked, idempotencyKey: `${sessionId}:raise` });
  const feeOf = (capturedMinor: number) => floorTo(stepMinor, feeOfCaptured(billed, capturedMinor));
  const result = await payments.capture({
    ...asked,
    feeOf,
    idempotencyKey: `${sessionId}:capture`,
  });
  if (result.status === 'captured')
    return {
      ...billed,
      shortfallMinor: billed.subtotalMinor - result.capturedMinor,
      platformFeeMinor: feeOf(result.capturedMinor),
    };
  await failPayment(db, actor, billed, result);
  throw new AppError('BAD_GATEWAY', 'the payment could not be captured; end the session again', {
    details: { reason: 'payment_failed', failure_code: result.failureCode },
  });
}

/** The platform's share of what was captured, in minor units. */
function feeOfCaptured(billed: Billed, capturedMinor: number): number {
  const { subtotalMinor, platformFeeMinor, feeBasisPoints } = billed;
  if (capturedMinor === subtotalMinor) return platformFeeMinor;
  // Stays that a process of the version before ended do not say by which share.
  if (feeBasisPoints === null) return shareOf(capturedMinor, platformFeeMinor, subtotalMinor);
  return shareOfFee(capturedMinor, feeBasisPoints);
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
  const event = paymentFailed(billed, billed.subtotalMinor, failure);
  await db.query('session_fail_payment', {
    sessionId: billed.sessionId,
    eventId: event.id,
    eventData: event.data,
    ...actorValues(actor),
    status: billed.status,
  });
}
