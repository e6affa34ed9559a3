import type { Logger } from 'pino';
import type { Principal } from '../../../access/principals/principal.ts';
import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import { AppError } from '../../../kit/errors.ts';
import { checkStart } from '../../mandates/judge-stay.ts';
import type { IntentState, PaymentGateway } from '../../payments/gateway.ts';
import { payeeOf } from '../../payments/payee-of-stay.ts';
import { rehearsalOf } from '../../payments/rehearsals.ts';
import { type NewSession, newSession, type SessionRequest, type Terms } from '../new-session.ts';
import { highestCost, type Session } from '../session.ts';

/** What is asked for, and the terms on which the stay begins. */
export type Agreed = { request: SessionRequest; terms: Terms };

/**
 * The stay that is asked for, if the caller's mandate allows it and its operator can be paid.
 * FORBIDDEN mandate_exceeded, CONFLICT operator_not_payable, BAD_REQUEST naming the field.
 */
export async function judgeStay(
  payments: PaymentGateway,
  caller: Principal,
  { request, terms }: Agreed,
): Promise<NewSession> {
  const asked = newSession(caller, request, terms);
  const { lotId, currency, startedAt: from, expectedEnd: to, estimatedMinor: costMinor } = asked;
  const lot = { lotId, position: terms.position, currency };
  await checkStart(caller.mandate, { lot, window: { from, to }, costMinor });
  payeeOf(payments, toAuthorise(asked), terms.payee);
  return asked;
}

const toAuthorise = (asked: NewSession) => ({
  amountMinor: highestCost(asked),
  livemode: asked.livemode,
});

/** A stay with its payment; `clientSecret`: null where there is nothing to authorise. */
type WithIntent = {
  session: NewSession & { paymentIntentId: string };
  clientSecret: string | null;
};

/** Asks the processor to authorise what the stay may cost, for `payee`. BAD_GATEWAY. */
export async function askForIntent(
  payments: PaymentGateway,
  asked: NewSession,
  payee: string | null,
): Promise<WithIntent> {
  const intent = await payments.createIntent({
    ...toAuthorise(asked),
    currency: asked.currency,
    sessionId: asked.sessionId,
    payee: payeeOf(payments, toAuthorise(asked), payee),
    rehearsal: rehearsalOf(asked),
    idempotencyKey: `${asked.sessionId}:create`,
  });
  const { clientSecret, paymentIntentId, authorisedMinor } = intent;
  const isAuthorized = intent.status === 'authorized';
  const authorized = isAuthorized
    ? { paymentStatus: 'authorized' as const, authorizedMinor: authorisedMinor }
    : {};
  return { session: { ...asked, ...authorized, paymentIntentId }, clientSecret };
}

/**
 * Whether an error proves that nothing was written. Only a refusal by the database does: after a
 * lost connection the statement may have been committed.
 */
export function isNothingWritten(error: unknown): boolean {
  return databaseError(error) !== undefined || error instanceof AppError;
}

type Paying = Pick<Session, 'sessionId' | 'livemode'> & { paymentIntentId: string };

/** Releases what is authorised for a stay, unless it was captured: the answer says which. */
export function cancelPayment(
  payments: PaymentGateway,
  { sessionId, paymentIntentId, livemode }: Paying,
): Promise<IntentState> {
  return payments.cancelIntent({
    paymentIntentId,
    livemode,
    idempotencyKey: `${sessionId}:cancel`,
  });
}

/**
 * Failing to cancel is only logged: an intent that remains is never captured, and the caller needs
 * to see why the stay was refused.
 */
export async function giveUp(payments: PaymentGateway, stay: Paying, log: Logger): Promise<void> {
  try {
    await cancelPayment(payments, stay);
  } catch (error) {
    const { paymentIntentId } = stay;
    log.warn({ err: error, paymentIntentId }, 'the intent of a refused stay was not canceled');
  }
}
