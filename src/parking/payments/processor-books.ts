/** What moved money at the processor. */
export type MovementKind =
  /** A driver paid. */
  | 'capture'
  /** A driver got money back. */
  | 'refund'
  /** A refund that was paid came back. */
  | 'refund_return'
  /** The platform's fee of a payment. */
  | 'fee'
  | 'fee_refund'
  /** An operator's account got money. */
  | 'transfer'
  | 'transfer_reversal'
  /** Anything else, such as a dispute: only what the processor keeps of it matters. */
  | 'other';

/**
 * One line of the processor's books. Amounts are minor units; `amountMinor` is never negative,
 * whichever way the money went.
 */
export type Movement = {
  /** Of the line itself, such as a balance transaction. */
  movementId: string;
  kind: MovementKind;
  at: Date;
  /** What the processor calls the payment, refund or transfer; null: it has no name. */
  sourceId: string | null;
  /** The `sourceId` of what it belongs to: a fee to its payment, a reversal to its refund. */
  ofId: string | null;
  paymentIntentId: string | null;
  /** Ours, as it was named when it was made there; null: it was not made here. So is the next. */
  refundId: string | null;
  sessionId: string | null;
  /** The account that gets what was captured; null: the platform keeps it. */
  payee: string | null;
  amountMinor: number;
  currency: string;
  /** What the processor keeps; less than 0 where it gives some back. */
  processorFeeMinor: number;
  processorFeeCurrency: string;
};

/** An authorisation that is neither captured nor canceled. */
export type HeldIntent = {
  paymentIntentId: string;
  /** Ours, as it was named there; null: it was not made here. */
  sessionId: string | null;
  authorisedMinor: number;
  currency: string;
  createdAt: Date;
};

/** What happened from an instant on and before another one, in one mode. */
export type BookSpan = { livemode: boolean; from: Date; to: Date };
/** `after`: what the page before named as its `next`; null: the first page. */
export type BookPage = BookSpan & { after: string | null };
/** `next`: null on the last page. */
export type Paged<T> = { rows: T[]; next: string | null };

/** `refundId`: ours. */
export type PayBack = {
  refundId: string;
  payee: string;
  livemode: boolean;
  amountMinor: number;
  currency: string;
};

/** The processor's own books, page by page. Errors as those of payments. */
export type ProcessorBooks = {
  /** A regular expression of PostgreSQL: which intents are of this processor. */
  intentPattern: string;
  listMovements(asked: BookPage): Promise<Paged<Movement>>;
  /** The intents made in this time whose money is still held back. */
  listHeld(asked: BookPage): Promise<Paged<HeldIntent>>;
  /** Gives an operator's account what a refund took that came back. A repeat has no effect. */
  payBack(order: PayBack): Promise<void>;
};
