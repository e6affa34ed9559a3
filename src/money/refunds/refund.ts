export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/**
 * Money of one session given back, in minor units of `currency`. `feeMinor`: the platform's part.
 */
export type Refund = {
  refundId: string;
  sessionId: string;
  status: RefundStatus;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  reason: string;
  createdAt: Date;
  settledAt: Date | null;
};

/** A refund as the queries that read one return it. */
export type RefundRow = {
  refundId: string;
  sessionId: string;
  status: RefundStatus;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  reason: string;
  createdAt: Date;
  settledAt: Date | null;
};

export function toRefund(row: RefundRow): Refund {
  return {
    refundId: row.refundId,
    sessionId: row.sessionId,
    status: row.status,
    amountMinor: row.amountMinor,
    feeMinor: row.feeMinor,
    currency: row.currency,
    reason: row.reason,
    createdAt: row.createdAt,
    settledAt: row.settledAt,
  };
}
