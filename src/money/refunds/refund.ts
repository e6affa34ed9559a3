type RefundStatus = 'pending' | 'succeeded' | 'failed';

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
