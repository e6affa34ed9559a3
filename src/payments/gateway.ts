import type { Rehearsal } from './rehearsals.ts';

/** An authorisation to take money later: made when a stay starts, captured when it ends. */
export type PaymentIntent = { paymentIntentId: string; clientSecret: string };

export type CaptureFailure = {
  status: 'failed';
  failureCode: string;
  failureMessage: string;
  isRetryable: boolean;
};
export type CaptureResult = { status: 'captured' } | CaptureFailure;

export type RefundResult =
  | { status: 'refunded' }
  | { status: 'failed'; failureCode: string; failureMessage: string };

/**
 * The payment processor as the product sees it. Amounts are minor units. Every call may be repeated
 * with the same `idempotencyKey` and then does nothing new. A processor that cannot be reached or
 * answers nonsense throws AppError BAD_GATEWAY.
 */
export type PaymentGateway = {
  createIntent(intent: {
    amountMinor: number;
    currency: string;
    sessionId: string;
    /** For a processor that can: what it is to do wrong later. Only in the test world. */
    rehearsal: Rehearsal | null;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Reads the secret again, so that it is never stored. */
  clientSecret(paymentIntentId: string): Promise<string>;
  /** Gives up an intent that no session came to use. */
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
