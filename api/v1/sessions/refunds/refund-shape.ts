import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../../src/kit/money.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import type { Refund } from '../../../../src/money/refunds/refund.ts';
import { Amount, Instant } from '../../../fields/field-types.ts';
import { RefundId, SessionId } from '../../../fields/ids.ts';

export const RefundSchema = named('Refund', {
  id: RefundId(),
  session_id: SessionId(),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  amount: Amount,
  platform_fee_reversed: Amount,
  currency: Type.String(),
  reason: Type.String(),
  created_at: Instant,
  settled_at: nullable(Instant),
});

export type RefundShape = Static<typeof RefundSchema>;

/** A refund as v1 shows it: amounts in currency units. */
export function toRefundShape(refund: Refund): RefundShape {
  return {
    id: refund.refundId,
    session_id: refund.sessionId,
    status: refund.status,
    amount: fromMinor(refund.amountMinor, refund.currency),
    platform_fee_reversed: fromMinor(refund.feeMinor, refund.currency),
    currency: refund.currency,
    reason: refund.reason,
    created_at: refund.createdAt.toISOString(),
    settled_at: refund.settledAt?.toISOString() ?? null,
  };
}
