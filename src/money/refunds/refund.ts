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
  refund_id: string;
  session_id: string;
  status: RefundStatus;
  amount_minor: number;
  fee_minor: number;
  currency: string;
  reason: string;
  created_at: Date;
  settled_at: Date | null;
};

export function toRefund(row: RefundRow): Refund {
  return {
    refundId: row.refund_id,
    sessionId: row.session_id,
    status: row.status,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    currency: row.currency,
    reason: row.reason,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}
