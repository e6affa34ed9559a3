import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../src/kit/money.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { Payout, PayoutAmounts, PayoutLine } from '../../../src/money/payouts/payout.ts';
import { Amount, Period } from '../../fields/field-types.ts';
import { LotId, PayoutId } from '../../fields/ids.ts';

const SignedAmount = Type.Number({
  description: 'currency units; negative where refunds of earlier months outweigh the rest',
});

export const AMOUNTS = {
  session_count: Type.Integer({ minimum: 0 }),
  gross: Amount,
  platform_fee: SignedAmount,
  refunds: Type.Number({
    description:
      'currency units; negative where refunds came back that were paid in earlier months',
  }),
  net: SignedAmount,
};

export const PayoutSchema = named('Payout', {
  id: PayoutId(),
  period: Period,
  status: Type.Enum(['open', 'closed']),
  currency: Type.String(),
  livemode: Type.Boolean(),
  ...AMOUNTS,
});

const LineSchema = named('PayoutLine', {
  lot_id: LotId(),
  lot_name: Type.String(),
  ...AMOUNTS,
});

export const PayoutWithLinesSchema = named('PayoutWithLines', {
  ...PayoutSchema.properties,
  lines: Type.Array(LineSchema),
});

export type PayoutShape = Static<typeof PayoutSchema>;

export type PayoutWithLinesShape = Static<typeof PayoutWithLinesSchema>;

/** A payout as v1 shows it: amounts in currency units. */
export function toPayoutShape(payout: Payout): PayoutShape {
  return {
    id: payout.payoutId,
    period: { from: payout.period.from.toISOString(), to: payout.period.to.toISOString() },
    status: payout.status,
    currency: payout.currency,
    livemode: payout.livemode,
    ...toAmountsShape(payout, payout.currency),
  };
}

export function toLineShape(line: PayoutLine, currency: string): Static<typeof LineSchema> {
  return { lot_id: line.lotId, lot_name: line.lotName, ...toAmountsShape(line, currency) };
}

export function toAmountsShape(amounts: PayoutAmounts, currency: string) {
  return {
    session_count: amounts.sessionCount,
    gross: fromMinor(amounts.grossMinor, currency),
    platform_fee: fromMinor(amounts.platformFeeMinor, currency),
    refunds: fromMinor(amounts.refundsMinor, currency),
    net: fromMinor(amounts.netMinor, currency),
  };
}
