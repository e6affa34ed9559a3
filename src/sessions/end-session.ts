import { AppError, conflict, notFound } from '../errors.ts';
import { answerOnce, type Replay } from '../idempotency/answer-once.ts';
import { newId } from '../ids.ts';
import type { Caller } from '../keys/caller.ts';
import { fromMinor } from '../money.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { platformFeeMinor } from '../pricing/platform-fee.ts';
import { priceStay, stayMinutes } from '../pricing/price-stay.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Remember } from './create-session.ts';
import { findSession } from './find-session.ts';
import type { FoundSession, Session } from './session.ts';

/** A session whose stay is over: time and amount no longer move. */
type Billed = FoundSession & {
  endedAt: Date;
  subtotalMinor: number;
  platformFeeMinor: number;
  paymentIntentId: string;
};

type Deps = { db: Querier; payments: PaymentGateway };
type Context = { requestId: string; remember: Remember | undefined };

/**
 * Ends a stay in two statements with the capture between them: the first gives the space back and
 * freezes the amount, the second closes the books. A crash in between leaves an ended session that
 * a repeated call settles for the same amount. Errors: NOT_FOUND (session, or a code that does not
 * match), CONFLICT already_ended | payment_failed | idempotency_mismatch, BAD_GATEWAY.
 */
export async function endSession(
  deps: Deps,
  caller: Caller,
  request: { sessionId: string; sessionCode: string | null },
  context: Context,
): Promise<{ session: Session } | Replay> {
  return answerOnce(deps.db, context.remember, async () => {
    const found = await findSession(deps.db, caller, request.sessionId);
    if (request.sessionCode !== null && request.sessionCode !== found.sessionCode)
      throw notFound('session');
    const billed = found.status === 'active' ? await bill(deps.db, caller, found, context) : found;
    if (!isOpen(billed)) throw alreadyEnded();
    await capture(deps, caller, billed, context);
    const session: Session = { ...billed, status: 'completed' };
    if (!(await settle(deps.db, caller, billed, session, context))) throw alreadyEnded();
    return { session };
  });
}

function alreadyEnded(): AppError {
  return conflict('already_ended', 'the session has already ended');
}

function isOpen(session: FoundSession): session is Billed {
  return session.status === 'ending' || session.status === 'payment_failed';
}

/** Freezes the stay at the database's time; where another call was first, its figures stand. */
async function bill(
  db: Querier,
  caller: Caller,
  found: FoundSession,
  context: Context,
): Promise<FoundSession> {
  const endedAt = found.now;
  const { subtotalMinor } = priceStay({ ...found.rate, startedAt: found.startedAt, endedAt });
  const fee = platformFeeMinor({
    subtotalMinor,
    currency: found.currency,
    plan: found.plan,
    monthGrossMinor: await monthGross(db, found, endedAt),
  });
  const [ended] = await db.query('session_end', {
    session_id: found.sessionId,
    ended_at: endedAt,
    subtotal_minor: subtotalMinor,
    platform_fee_minor: fee,
    key_id: caller.keyId,
    agent_platform: caller.agentPlatform,
    request_id: context.requestId,
  });
  if (ended === undefined) return findSession(db, caller, found.sessionId);
  return { ...found, status: 'ending', endedAt, subtotalMinor, platformFeeMinor: fee };
}

/** Only an enterprise operator's fee depends on its month, so only then is the month added up. */
async function monthGross(db: Querier, found: FoundSession, endedAt: Date): Promise<number> {
  if (found.plan !== 'enterprise') return 0;
  const [row] = await db.query<{ gross_minor: number }>('sessions_month_gross', {
    operator_id: found.operatorId,
    livemode: found.livemode,
    currency: found.currency,
    ended_at: endedAt,
  });
  return row?.gross_minor ?? 0;
}

async function capture(
  deps: Deps,
  caller: Caller,
  billed: Billed,
  context: Context,
): Promise<void> {
  const result = await deps.payments.capture({
    paymentIntentId: billed.paymentIntentId,
    amountMinor: billed.subtotalMinor,
    currency: billed.currency,
    idempotencyKey: `${billed.sessionId}:capture`,
  });
  if (result.status === 'captured') return;
  await deps.db.query('session_fail_payment', {
    session_id: billed.sessionId,
    event_id: newId('evt'),
    key_id: caller.keyId,
    agent_platform: caller.agentPlatform,
    request_id: context.requestId,
    event_data: {
      session_id: billed.sessionId,
      payment_intent_id: billed.paymentIntentId,
      amount: fromMinor(billed.subtotalMinor, billed.currency),
      currency: billed.currency,
      failure_code: result.failureCode,
      failure_message: result.failureMessage,
      retryable: result.isRetryable,
    },
  });
  throw new AppError('BAD_GATEWAY', 'the payment could not be captured; end the session again', {
    details: { reason: 'payment_failed', failure_code: result.failureCode },
  });
}

async function settle(
  db: Querier,
  caller: Caller,
  billed: Billed,
  session: Session,
  context: Context,
): Promise<boolean> {
  const { remember } = context;
  const subtotal = fromMinor(billed.subtotalMinor, billed.currency);
  const fee = fromMinor(billed.platformFeeMinor, billed.currency);
  const payout = fromMinor(billed.subtotalMinor - billed.platformFeeMinor, billed.currency);
  const money = { subtotal, platform_fee: fee, owner_payout: payout, currency: billed.currency };
  const rows = await db.query('session_settle', {
    session_id: billed.sessionId,
    session_event_id: newId('evt'),
    payment_event_id: newId('evt'),
    key_id: caller.keyId,
    agent_platform: caller.agentPlatform,
    request_id: context.requestId,
    session_event_data: {
      session_id: billed.sessionId,
      session_code: billed.sessionCode,
      lot_id: billed.lotId,
      started_at: billed.startedAt,
      ended_at: billed.endedAt,
      duration_minutes: stayMinutes(billed.startedAt, billed.endedAt),
      ...money,
    },
    payment_event_data: {
      session_id: billed.sessionId,
      payment_intent_id: billed.paymentIntentId,
      ...money,
    },
    idempotency_key: remember?.idempotencyKey ?? null,
    body_sha256: remember?.bodySha256 ?? null,
    response: remember ? JSON.stringify(remember.toResponse(session)) : null,
  });
  return rows.length > 0;
}
