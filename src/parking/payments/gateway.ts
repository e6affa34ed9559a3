import type { Rehearsal } from './rehearsals.ts';

/** An authorisation to take money later: made when a stay starts, captured when it ends. */
type PaymentIntent = { paymentIntentId: string; clientSecret: string };

export type CaptureFailure = {
  status: 'failed';
  failureCode: string;
  failureMessage: string;
  isRetryable: boolean;
};
type CaptureResult = { status: 'captured' } | CaptureFailure;

type RefundResult =
  | { status: 'refunded' }
  | { status: 'failed'; failureCode: string; failureMessage: string };

/**
 * The payment processor as the product sees it. Amounts are minor units. Every call may be repeated
 * with the same `idempotencyKey`; the repeat has no further effect. AppError BAD_GATEWAY when the
 * processor cannot be reached or its answer makes no sense.
 */
export type PaymentGateway = {
  createIntent(intent: {
    amountMinor: number;
    currency: string;
    sessionId: string;
    /** What a processor that supports it should do wrong later. Only in the test mode. */
    rehearsal: Rehearsal | null;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Reads the secret from the processor, so that it is never stored. */
  clientSecret(paymentIntentId: string): Promise<string>;
  /** Cancels an intent that no session uses. */
  cancelIntent(paymentIntentId: string): Promise<void>;
  capture(capture: {
    paymentIntentId: string;
    amountMinor: number;
    currency: string;
    idempotencyKey: string;
  }): Promise<CaptureResult>;
  /** Gives captured money back. */
  refund(refund: {
    paymentIntentId: string;
    amountMinor: number;
    currency: string;
    idempotencyKey: string;
  }): Promise<RefundResult>;
};
