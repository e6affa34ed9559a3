/**
 * What the processor tells of a change: the names of what changed, none of its contents. Whoever
 * works it off reads from the processor what has become of them.
 */
export type ProcessorEvent = {
  eventId: string;
  type: string;
  livemode: boolean;
  /** An intent, a charge, a refund, a dispute, a payout or an account, by the type. */
  objectId: string | null;
  /** The intent that changed, or that the change is of. */
  paymentIntentId: string | null;
  /** The operator's account in which it happened; null: the platform's own. */
  accountId: string | null;
  createdAt: Date;
};

/** A request that may be the processor's. */
export type SignedBody = { bytes: Uint8Array; signature: string; nowMs: number };

/** `refundId`: ours. `failureCode`: why it came back, or was not paid; null: it was paid. */
export type RefundState = { refundId: string; failureCode: string | null };

/** A driver's bank takes a payment back, or asks why it should not. */
export type DisputeState = {
  paymentIntentId: string | null;
  amountMinor: number;
  currency: string;
  /** In the processor's own words, as is `status`. */
  reason: string;
  status: string;
  /** Whether it is decided. */
  isClosed: boolean;
  openedAt: Date;
};

/** Money that the processor sends to a bank. */
export type PayoutState = {
  amountMinor: number;
  currency: string;
  /** In the processor's own words, as is `failureCode`. */
  status: string;
  failureCode: string | null;
  createdAt: Date;
  arrivesAt: Date;
};

/** What a processor tells on its own, and where it is checked. Errors as those of payments. */
export type ProcessorEvents = {
  /** The event in a request; undefined when the processor did not sign it, or too long ago. */
  open(sent: SignedBody): ProcessorEvent | undefined;
  /** What became of the refunds of an intent that were made here. */
  listRefunds(intent: { paymentIntentId: string; livemode: boolean }): Promise<RefundState[]>;
  findDispute(asked: { disputeId: string; livemode: boolean }): Promise<DisputeState | undefined>;
  findPayout(asked: PayoutName): Promise<PayoutState | undefined>;
};

export type PayoutName = { payoutId: string; accountId: string | null; livemode: boolean };
