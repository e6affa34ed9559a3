import { type Static, Type } from 'typebox';
import { fromMinor, minorDigits } from '../../src/kit/money.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import type { AppliedRule } from '../../src/tariffs/apply-rules.ts';
import type { OfferedRate } from '../../src/tariffs/offer-rate.ts';
import type { StayPrice } from '../../src/tariffs/price/price-stay.ts';
import { Amount } from '../fields/field-types.ts';
import { RuleId } from '../fields/ids.ts';
import { PriceLineSchema, presentLines } from './price-line-shape.ts';

export const AppliedRuleSchema = named('AppliedRule', {
  id: nullable(RuleId("Id of the rule, rule_...; null: the lot's floor or ceiling")),
  kind: Type.Enum(['event', 'occupancy', 'surge', 'floor', 'ceiling']),
  multiplier: nullable(Type.Number()),
  reason: Type.String(),
});

/**
 * How an amount was computed: the posted rate, the rules that changed it, and the lines that add up
 * to the amount.
 */
export const PricingSchema = named('Pricing', {
  base_rate: Amount,
  effective_rate: Amount,
  rules: Type.Array(AppliedRuleSchema),
  decimals: Type.Integer({
    minimum: 0,
    description: 'Digits behind the point that amounts of this currency have',
  }),
  lines: Type.Array(PriceLineSchema, {
    description:
      'They add up to the amount. Each is unit_price x billed_minutes / unit_minutes (x ' +
      'quantity where unit_minutes is null), rounded half up to `decimals` digits, cut by ' +
      'capped_by, times spaces; or rate x billed_minutes / 60 (hour), rate (day, ' +
      'stay), at most max_daily_rate.',
  }),
});

export const QuoteSchema = named('Quote', {
  amount: Amount,
  currency: Type.String(),
  ...PricingSchema.properties,
});

type Offer = { rate: OfferedRate; currency: string; spaceCount?: number };

/** A price at this rate, in currency units. */
export function presentQuote(
  { subtotalMinor, lines }: StayPrice,
  { rate, currency, spaceCount = 1 }: Offer,
): Static<typeof QuoteSchema> {
  const units = (minor: number) => fromMinor(minor, currency);
  return {
    amount: units(subtotalMinor),
    currency,
    base_rate: units(rate.baseRateMinor),
    effective_rate: units(rate.rateMinor),
    rules: presentRules(rate.rules),
    decimals: minorDigits(currency),
    lines: presentLines(lines, rate, spaceCount, units),
  };
}

/** The rules that changed a posted rate. */
export function presentRules(rules: readonly AppliedRule[]): Static<typeof AppliedRuleSchema>[] {
  return rules.map(({ rule_id, kind, multiplier_pct, reason }) => ({
    id: rule_id,
    kind,
    multiplier: multiplier_pct === null ? null : multiplier_pct / 100,
    reason,
  }));
}
