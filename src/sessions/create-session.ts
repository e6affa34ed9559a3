import { AppError, conflict, notFound } from '../errors.ts';
import { answerOnce, type IdempotentCall, type Replay } from '../idempotency/answer-once.ts';
import { newId } from '../ids.ts';
import type { Caller } from '../keys/caller.ts';
import { fromMinor } from '../money.ts';
import type { PaymentGateway, PaymentIntent } from '../payments/gateway.ts';
import { databaseError, type Querier } from '../stores/postgres.ts';
import { HOUR_MS, newSession, type OpenLot, type SessionRequest } from './new-session.ts';
import type { Session } from './session.ts';

export type Created = { session: Session; clientSecret: string };

/** The call's idempotency, and how its answer is to be remembered (no plate, no secret in it). */
export type Remember = IdempotentCall & { toResponse(session: Session): object };

type Deps = { db: Querier; payments: PaymentGateway };
type Context = { requestId: string; remember: Remember | undefined };

/**
 * Starts a paid stay: reads the lot's rate and the database's clock, asks the processor for an
 * intent, then takes the space and writes everything in one statement. Returns what an earlier call
 * answered when `remember` names one. Errors: NOT_FOUND (lot), CONFLICT closed | lot_full |
 * no_rate | already_parked | idempotency_mismatch, BAD_REQUEST naming the field, BAD_GATEWAY.
 */
export async function createSession(
  deps: Deps,
  caller: Caller,
  request: SessionRequest,
  context: Context,
): Promise<Created | Replay> {
  return answerOnce(deps.db, context.remember, async () => {
    const lot = await openLot(deps.db, caller, request.lotId);
    const session = newSession(caller, request, lot);
    const intent = await deps.payments.createIntent({
      amountMinor: session.estimatedMinor,
      currency: session.currency,
      sessionId: session.sessionId,
      idempotencyKey: `${session.sessionId}:create`,
    });
    session.paymentIntentId = intent.paymentIntentId;
    await write(deps, statementValues(session, request, context, lot), intent);
    return { session, clientSecret: intent.clientSecret };
  });
}

async function write(
  { db, payments }: Deps,
  values: Record<string, unknown>,
  intent: PaymentIntent,
): Promise<void> {
  try {
    const [written] = await db.query<{ session_id: string }>('session_create', values);
    if (written === undefined) throw conflict('lot_full', 'the lot has no free space');
  } catch (error) {
    const refusal = databaseError(error);
    // Only what the database refused is surely unwritten: a lost connection may hide a commit.
    if (refusal !== undefined || error instanceof AppError)
      await payments.cancelIntent(intent.paymentIntentId);
    throw refusal?.constraint === 'sessions_one_active'
      ? conflict('already_parked', 'this plate already has an active session on this lot')
      : error;
  }
}

async function openLot(
  db: Querier,
  caller: Caller,
  lotId: string,
): Promise<OpenLot & { rate_minor: number }> {
  const [lot] = await db.query<OpenLot>('lots_find_for_session', {
    lot_id: lotId,
    livemode: caller.livemode,
  });
  if (lot === undefined) throw notFound('lot');
  if (lot.status === 'closed') throw conflict('closed', 'the lot is closed');
  if (lot.is_full) throw conflict('lot_full', 'the lot has no free space');
  if (lot.rate_minor === null) throw conflict('no_rate', 'the lot has no posted rate');
  return { ...lot, rate_minor: lot.rate_minor };
}

function statementValues(
  session: Session,
  request: SessionRequest,
  context: Context,
  lot: OpenLot,
): Record<string, unknown> {
  const { remember } = context;
  return {
    session_id: session.sessionId,
    session_code: session.sessionCode,
    lot_id: session.lotId,
    livemode: session.livemode,
    plate: session.plate,
    vin: session.vin,
    driver_email: request.driverEmail,
    key_id: session.keyId,
    source: session.source,
    agent_platform: session.agentPlatform,
    agent_name: session.agentName,
    fleet_id: session.fleetId,
    is_autonomous: session.isAutonomous,
    rate_minor: session.rate.rateMinor,
    rate_unit: session.rate.rateUnit,
    currency: session.currency,
    max_daily_minor: session.rate.maxDailyMinor,
    started_at: session.startedAt,
    expected_end: session.expectedEnd,
    estimated_minor: session.estimatedMinor,
    payment_intent_id: session.paymentIntentId,
    metadata: session.metadata,
    request_id: context.requestId,
    event_id: newId('evt'),
    event_data: {
      session_id: session.sessionId,
      session_code: session.sessionCode,
      lot_id: session.lotId,
      lot_name: lot.name,
      effective_rate: fromMinor(session.rate.rateMinor, session.currency),
      rate_unit: session.rate.rateUnit,
      duration_hours: (session.expectedEnd.getTime() - session.startedAt.getTime()) / HOUR_MS,
      source: session.source,
      ...(session.agentName === null ? {} : { agent_name: session.agentName }),
    },
    idempotency_key: remember?.idempotencyKey ?? null,
    body_sha256: remember?.bodySha256 ?? null,
    response: remember ? JSON.stringify(remember.toResponse(session)) : null,
  };
}
