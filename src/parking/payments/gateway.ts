import type { PayeeAccounts } from './payee-accounts.ts';
import type { ProcessorBooks } from './processor-books.ts';
import type { ProcessorEvents } from './processor-events.ts';
import type { Rehearsal } from './rehearsals.ts';

/**
 * What the processor holds of a payment that is authorised when a stay starts and captured when it
 * ends. Amounts are minor units of its currency.
 */
export type IntentState = {
  paymentIntentId: string;
  status: 'requires_authorization' | 'authorized' | 'captured' | 'canceled';
  /** With it the driver authorises the card. null when there is nothing left to authorise. */
  clientSecret: string | null;
  /** The most that can be captured; 0 unless `authorized`. */
  authorisedMinor: number;
  /** 0 unless `captured`. */
  capturedMinor: number;
};

type ProcessorFailure = { status: 'failed'; failureCode: string; failureMessage: string };
export type CaptureFailure = ProcessorFailure & { isRetryable: boolean };
export type CaptureResult = { status: 'captured'; capturedMinor: number } | CaptureFailure;
export type IncreaseResult =
  | { status: 'authorized'; authorisedMinor: number }
  | { status: 'unsupported' }
  | CaptureFailure;
export type RefundResult = { status: 'refunded' } | ProcessorFailure;

/** Names an intent. The test mode has an account of its own at the processor. */
export type IntentName = { paymentIntentId: string; livemode: boolean };
export type IntentAmount = IntentName & { amountMinor: number; currency: string };
/** A repeat with the same key has no further effect. */
export type Once = { idempotencyKey: string };

export type NewIntent = Once & {
  amountMinor: number;
  currency: string;
  livemode: boolean;
  sessionId: string;
  /** The operator's account at the processor; null: the platform keeps all of it. */
  payee: string | null;
  /** What a processor that supports it should do wrong later. Only in the test mode. */
  rehearsal: Rehearsal | null;
};

export type Capture = Once &
  IntentAmount & {
    /** What the platform keeps of an amount that is captured. */
    feeOf: (capturedMinor: number) => number;
  };

/** `feeMinor`: the part of the platform's fee that goes back to the payee. */
export type RefundOrder = Once & IntentAmount & { feeMinor: number };

/** `simulated` moves no money. */
export type Processor = 'simulated' | 'stripe';

/**
 * The payment processor as the product sees it. Amounts are minor units; those that are captured or
 * given back are whole multiples of `stepMinor`. Every call may be repeated with the same
 * `idempotencyKey`. Errors: BAD_GATEWAY with a `reason` when the processor does not answer, or with
 * an error of its own, and the call may be repeated; CONFLICT currency_unsupported |
 * amount_too_large for what it can never take, and operator_not_payable where it does not pay the
 * payee of a new intent.
 */
export type PaymentGateway = {
  processor: Processor;
  /** How long drivers have to authorise a stay. */
  authorizeMinutes: number;
  /** The smallest step between two amounts of a currency that the processor takes. */
  stepMinor(currency: string): number;
  /**
   * Asks for an authorisation of at least `amountMinor`. A stay that costs nothing is authorised at
   * once.
   */
  createIntent(intent: NewIntent): Promise<IntentState>;
  /** Reads from the processor, so that no secret is ever stored. */
  readIntent(intent: IntentName): Promise<IntentState>;
  /** Raises what is authorised to `amountMinor` in all. */
  increaseAuthorisation(raise: Once & IntentAmount): Promise<IncreaseResult>;
  /** Cancels an intent, unless it was captured: the answer says which. */
  cancelIntent(intent: Once & IntentName): Promise<IntentState>;
  /**
   * Takes `amountMinor`, at most what is authorised; the rest is released. An intent that was
   * captured before is not captured again: the answer says what was taken then. Less than the
   * processor's smallest amount takes nothing: the intent is canceled.
   */
  capture(capture: Capture): Promise<CaptureResult>;
  /** Gives captured money back: all of it comes from the payee, who gets `feeMinor` back. */
  refund(refund: RefundOrder): Promise<RefundResult>;
  accounts: PayeeAccounts;
  books: ProcessorBooks;
  /** What the processor tells on its own; null: nothing. */
  events: ProcessorEvents | null;
};

/** How long drivers have to authorise a stay, unless it is configured. */
export const AUTHORIZE_MINUTES = 10;
