import { type Static, Type } from 'typebox';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { conflict } from '../../../src/kit/errors.ts';
import { fromMinor } from '../../../src/kit/money.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { type ReceiptLine, receiptLines } from '../../../src/money/receipt-lines.ts';
import type { Refund } from '../../../src/money/refunds/refund.ts';
import type { FoundSession } from '../../../src/parking/sessions/session.ts';
import { Amount, Instant } from '../../fields/field-types.ts';
import { LotId, RefundId, SessionId } from '../../fields/ids.ts';
import { PricingSchema } from '../pricing-shape.ts';
import { RefundSchema, toRefundShape } from './refunds/refund-shape.ts';
import { toSessionShape } from './session-shape.ts';

const Units = (description: string) => Type.Number({ minimum: 0, description });

const Line = named('ReceiptLine', {
  kind: Type.Enum(['stay', 'shortfall', 'platform_fee', 'refund', 'platform_fee_reversed']),
  description: Type.String(),
  refund_id: Type.Optional(RefundId('Of a refund, and of the fee that went back with it')),
  amount: Type.Number({
    description: 'Currency units; negative where the operator of the lot gives it',
  }),
  share: nullable(
    named(
      'ReceiptShare',
      {
        of: Amount,
        part: Type.Number({ minimum: 0, description: 'Percent, or refunded so far' }),
        whole: Type.Number({ minimum: 0, description: '100, or what the stay cost' }),
        less: Type.Number({ minimum: 0, description: 'Currency units on lines before it' }),
      },
      {
        description:
          'The amount is of x part / whole, rounded half up to pricing.decimals, less `less`. ' +
          'null: it is no share, or it is not known by which one it was computed',
      },
    ),
  ),
});

export const ReceiptSchema = named('Receipt', {
  session_id: SessionId(),
  session_code: Type.String(),
  lot: named('ReceiptLot', {
    id: LotId(),
    name: Type.String(),
    address: nullable(Type.String()),
  }),
  plate: nullable(Type.String({ description: 'null: erased' })),
  started_at: Instant,
  ended_at: Instant,
  duration_minutes: Type.Integer(),
  pricing: PricingSchema,
  subtotal: Units('The sum of pricing.lines, currency units'),
  shortfall: Units('What of subtotal could not be had: less was authorised. Currency units'),
  refunded: Units('The sum of refunds but for those that failed, currency units'),
  total: Units('subtotal - shortfall - refunded, currency units'),
  currency: Type.String(),
  lines: Type.Array(Line, {
    description:
      'stay, shortfall and refund add up to total; all lines to what the operator of the lot ' +
      'has of it. An imported stay was paid elsewhere and has no fee',
  }),
  payment_intent_id: nullable(Type.String()),
  refunds: Type.Array(RefundSchema),
});

export type ReceiptShape = Static<typeof ReceiptSchema>;

/** Throws CONFLICT with the reason not_paid until the session is paid. */
export function toReceiptShape(
  session: FoundSession,
  refunds: readonly Refund[],
  caller: Pick<Principal, 'operatorId'>,
): ReceiptShape {
  const { status, endedAt, subtotalMinor, shortfallMinor, currency } = session;
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
    shortfall: fromMinor(shortfallMinor, currency),
    refunded: fromMinor(refundedMinor, currency),
    total: fromMinor(subtotalMinor - shortfallMinor - refundedMinor, currency),
    currency,
    lines: receiptLines({ ...session, subtotalMinor }, kept).map((line) =>
      presentLine(line, currency),
    ),
    payment_intent_id: shape.payment_intent_id,
    refunds: refunds.map(toRefundShape),
  };
}

function presentLine(line: ReceiptLine, currency: string): Static<typeof Line> {
  const units = (minor: number) => fromMinor(minor, currency);
  const { kind, refundId, amountMinor, share } = line;
  const isFee = kind === 'platform_fee';
  return {
    kind,
    description: isFee && share ? `platform fee: ${share.part} %` : WORDS[kind],
    ...(refundId !== null && { refund_id: refundId }),
    amount: units(amountMinor),
    share: share && {
      of: units(share.ofMinor),
      part: isFee ? share.part : units(share.part),
      whole: isFee ? share.whole : units(share.whole),
      less: units(share.beforeMinor),
    },
  };
}

const WORDS = {
  stay: 'the stay, by pricing.lines',
  shortfall: 'could not be had: less was authorised',
  platform_fee: 'platform fee',
  refund: 'refund',
  platform_fee_reversed: 'the part of the platform fee that goes back with the refund',
} as const satisfies Record<ReceiptLine['kind'], string>;
