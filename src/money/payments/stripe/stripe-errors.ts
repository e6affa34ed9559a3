import type { Logger } from 'pino';
import Stripe from 'stripe';
import { AppError, badField, conflict } from '../../../kit/errors.ts';
import type { CaptureFailure } from '../../../parking/payments/gateway.ts';
import { operatorNotPayable } from '../../../parking/payments/payee-of-stay.ts';

const { errors } = Stripe;
type StripeError = InstanceType<typeof errors.StripeError>;
type StripeCardError = InstanceType<typeof errors.StripeCardError>;

/** A refusal by the bank or by Stripe's rules; undefined when it is another kind of error. */
export function refusalOf(error: unknown): CaptureFailure | undefined {
  const isCard = isCardRefusal(error);
  if (!isCard && !(error instanceof errors.StripeInvalidRequestError)) return undefined;
  return {
    status: 'failed',
    failureCode: error.decline_code ?? error.code ?? 'refused',
    failureMessage: error.message,
    isRetryable: isCard && error.advice_code !== 'do_not_try_again',
  };
}

/** Whether it is the card's bank that refuses, not Stripe. */
export function isCardRefusal(error: unknown): error is StripeCardError {
  return error instanceof errors.StripeCardError;
}

/**
 * Whether the key of the call is used up: Stripe repeats for it what it answered before, errors
 * included, or it was used for another amount.
 */
export function isKeySpent(error: unknown): boolean {
  if (error instanceof errors.StripeIdempotencyError) return error.statusCode === 400;
  return error instanceof errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/** Whether the intent has another status than the call needs: somebody else was faster. */
export function isOtherStatus(error: unknown): boolean {
  return hasCode(error, 'payment_intent_unexpected_state');
}

/** Whether Stripe has nothing of this id. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'resource_missing');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof errors.StripeError && error.code === code;
}

/** What an operator's account is asked for with, as its callers name it, too. */
const ACCOUNT_FIELDS = {
  country: 'is none in which the payment processor has accounts for operators',
  return_url: 'is not taken by the payment processor',
  refresh_url: 'is not taken by the payment processor',
} as const;

/** Waits for an answer of Stripe; its errors become those of the product. */
export function translating(log: Logger) {
  return async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw toAppError(error, log);
    });
}

/**
 * Stripe's error as an error of the product; any other stays as it is. Its own texts are neither
 * shown nor logged: they can contain parts of keys, and its objects contain client secrets.
 */
function toAppError(error: unknown, log: Logger): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const { type, code, statusCode, requestId } = error;
  const facts = { type, code, statusCode, stripeRequestId: requestId };
  if (hasCode(error, 'amount_too_large'))
    return conflict('amount_too_large', 'the payment processor takes no amount as large as this');
  const { param } = error;
  if (param !== undefined && Object.hasOwn(ACCOUNT_FIELDS, param))
    return badField(param, ACCOUNT_FIELDS[param as keyof typeof ACCOUNT_FIELDS]);
  if (param?.startsWith('transfer_data')) return operatorNotPayable();
  if (param === 'currency')
    return conflict('currency_unsupported', 'the payment processor does not take this currency');
  if (isKeyRefused(error)) log.error(facts, 'Stripe refuses the secret key of this service');
  else if (error instanceof errors.StripeInvalidRequestError)
    log.error({ ...facts, param: error.param }, 'Stripe refuses a request as wrong');
  const { reason, message } = explain(error);
  return new AppError('BAD_GATEWAY', message, {
    details: { reason },
    cause: new Error(`Stripe: ${JSON.stringify(facts)}`),
  });
}

function isKeyRefused(error: StripeError): boolean {
  return (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

function explain(error: StripeError): { reason: string; message: string } {
  if (error instanceof errors.StripeConnectionError)
    return isTimeout(error)
      ? { reason: 'processor_timeout', message: 'the payment processor did not answer in time' }
      : { reason: 'processor_down', message: 'the payment processor cannot be reached' };
  if (error instanceof errors.StripeRateLimitError || error.statusCode === 409)
    return { reason: 'processor_busy', message: 'the payment processor is busy' };
  if (isKeyRefused(error) || error instanceof errors.StripeInvalidRequestError)
    return {
      reason: 'processor_refused',
      message: 'the payment processor refused this service',
    };
  return { reason: 'processor_down', message: 'the payment processor answered with an error' };
}

function isTimeout(error: StripeError): boolean {
  const { detail } = error;
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT';
}
