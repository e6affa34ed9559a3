import type { Replay } from '../../../src/access/idempotency/answer-once.ts';
import type { Caller } from '../../../src/access/keys/caller.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import type { Created } from '../../../src/parking/sessions/begin-session.ts';
import { findSession } from '../../../src/parking/sessions/find-session.ts';
import {
  estimateMinor,
  type FoundSession,
  type Session,
} from '../../../src/parking/sessions/session.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import type { Api } from '../../app.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../fields/idempotent-call.ts';
import { type SessionShape, toSessionShape } from './session-shape.ts';

/** The fields of a session that change with time, as they were when the call was answered. */
type Moment = Pick<
  Session,
  'status' | 'extendedCount' | 'extendedMinutes' | 'subtotalMinor' | 'platformFeeMinor'
> & { sessionId: string; expectedEnd: string; endedAt: string | null };

/**
 * The idempotency of a call, if it has a key. Only fields that change are stored; the others are
 * read again.
 */
export function rememberSession(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
) {
  return rememberCall(caller, operation, idempotencyKey, body, (session: Session): Moment => {
    const { sessionId, status, extendedCount, extendedMinutes } = session;
    const { subtotalMinor, platformFeeMinor } = session;
    return {
      sessionId,
      status,
      extendedCount,
      extendedMinutes,
      subtotalMinor,
      platformFeeMinor,
      expectedEnd: session.expectedEnd.toISOString(),
      endedAt: session.endedAt?.toISOString() ?? null,
    };
  });
}

/** The session as it was answered before, and as it is now. */
export async function recallSession(
  db: Querier,
  caller: Caller,
  replay: Replay,
): Promise<{ shape: SessionShape; session: FoundSession }> {
  const moment = replay.response as Moment;
  const session = await findSession(db, caller, moment.sessionId);
  const expectedEnd = new Date(moment.expectedEnd);
  const answered = {
    ...session,
    ...moment,
    expectedEnd,
    estimatedMinor: estimateMinor({ ...session, expectedEnd }),
    endedAt: moment.endedAt === null ? null : new Date(moment.endedAt),
  };
  return { shape: toSessionShape(answered, caller), session };
}

/** The answer to a call that begins a session, or to a repeat of that call. */
export async function replyStarted(
  { db, payments }: Pick<Api, 'db' | 'payments'>,
  caller: Caller,
  result: Created | Replay,
) {
  if ('session' in result) {
    const shape = toSessionShape(result.session, caller);
    const session = { ...shape, client_secret: result.clientSecret };
    return { status: 201 as const, body: { session } };
  }
  const { shape, session } = await recallSession(db, caller, result);
  const client_secret = await secretOf(payments, caller, session);
  return {
    status: 201 as const,
    body: { session: { ...shape, ...client_secret } },
    headers: REPLAYED_HEADERS,
  };
}

/**
 * The secret that authorises the card: only for the key that created the session, while it is
 * unpaid.
 */
export async function secretOf(
  payments: PaymentGateway,
  caller: Caller,
  { status, keyId, paymentIntentId }: FoundSession,
): Promise<{ client_secret?: string }> {
  const isUnpaid = status !== 'completed' && status !== 'expired';
  if (!isUnpaid || keyId !== caller.keyId || paymentIntentId === null) return {};
  return { client_secret: await payments.clientSecret(paymentIntentId) };
}
