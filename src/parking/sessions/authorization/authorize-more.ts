import type { Principal } from '../../../access/principals/principal.ts';
import { type AppError, conflict } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { findSession } from '../find-session.ts';
import { highestCost, intentOf, type Session } from '../session.ts';
import { replaceIntent } from './replace-intent.ts';

type Deps = { db: Querier; payments: PaymentGateway };

/**
 * The stay with enough authorised for what it may cost. CONFLICT not_active | extension_declined |
 * authorize_extension, BAD_GATEWAY.
 */
export async function authorizeMore(
  { db, payments }: Deps,
  caller: Principal,
  session: Session,
): Promise<Session> {
  const { sessionId, livemode, currency, authorizedMinor } = session;
  const amountMinor = highestCost(session);
  if (authorizedMinor === null || amountMinor <= authorizedMinor) return session;
  const result = await payments.increaseAuthorisation({
    ...{ paymentIntentId: intentOf(session), livemode, amountMinor, currency },
    idempotencyKey: `${sessionId}:raise:${amountMinor}`,
  });
  if (result.status === 'authorized')
    return { ...session, authorizedMinor: result.authorisedMinor };
  if (result.status === 'unsupported') {
    const replaced = await replaceIntent({ db, payments }, caller, session);
    if (replaced === undefined) throw notActive();
    return replaced;
  }
  // An intent that was captured meanwhile cannot be raised either.
  const { status } = await findSession(db, caller, sessionId);
  if (status !== 'active') throw notActive();
  throw conflict('extension_declined', result.failureMessage, {
    failure_code: result.failureCode,
  });
}

export function notActive(): AppError {
  return conflict('not_active', 'only an active session can be extended');
}
