import { type Static, Type } from 'typebox';
import type { Caller } from '../../../src/access/keys/caller.ts';
import { conflict } from '../../../src/kit/errors.ts';
import { fromMinor } from '../../../src/kit/money.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { Refund } from '../../../src/money/refunds/refund.ts';
import type { FoundSession } from '../../../src/parking/sessions/session.ts';
import { Instant } from '../../fields/field-types.ts';
import { LotId, SessionId } from '../../fields/ids.ts';
import { PricingSchema } from '../pricing-shape.ts';
import { RefundSchema, toRefundShape } from './refunds/refund-shape.ts';
import { toSessionShape } from './session-shape.ts';

const Units = (description: string) => Type.Number({ minimum: 0, description });

export const ReceiptSchema = named('Receipt', {
  session_id: SessionId(),
  session_code: Type.String(),
  lot: named('ReceiptLot', {
    id: LotId(),
    name: Type.String(),
    address: nullable(Type.String()),
  }),
  plate: Type.String(),
  started_at: Instant,
  ended_at: Instant,
  duration_minutes: Type.Integer(),
  pricing: PricingSchema,
  subtotal: Units('The sum of pricing.lines, currency units'),
  refunded: Units('The sum of refunds but for those that failed, currency units'),
  total: Units('subtotal - refunded, currency units'),
  currency: Type.String(),
  payment_intent_id: nullable(Type.String()),
  refunds: Type.Array(RefundSchema),
});

/** Throws CONFLICT with the reason not_paid until the session is paid. */
export function toReceiptShape(
  session: FoundSession,
  refunds: readonly Refund[],
  caller: Pick<Caller, 'operatorId'>,
): Static<typeof ReceiptSchema> {
  const { status, endedAt, subtotalMinor, currency } = session;
  const isPaid = status === 'completed' || status === 'expired';
  if (!isPaid || endedAt === null || subtotalMinor === null)
    throw conflict('not_paid', 'there is no receipt before the session is paid');
  const shape = toSessionShape(session, caller);
  const kept = refunds.filter((refund) => refund.status !== 'failed');
  const refundedMinor = kept.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    session_id: shape.id,
    session_code: shape.session_code,
    lot: { id: session.lotId, name: session.lotName, address: session.lotAddress },
    plate: shape.plate,
    started_at: shape.started_at,
    ended_at: endedAt.toISOString(),
    duration_minutes: shape.duration_minutes ?? 0,
    pricing: shape.pricing,
    subtotal: fromMinor(subtotalMinor, currency),
    refunded: fromMinor(refundedMinor, currency),
    total: fromMinor(subtotalMinor - refundedMinor, currency),
    currency,
    payment_intent_id: shape.payment_intent_id,
    refunds: refunds.map(toRefundShape),
  };
}
