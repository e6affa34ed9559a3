import { type Static, Type } from 'typebox';
import { fromMinor } from '../../src/money.ts';
import { type AppliedRule, describeRules, type OfferedRate } from '../../src/pricing/offer-rate.ts';
import { type PriceLine, priceStay } from '../../src/pricing/price-stay.ts';
import { Amount, Instant, nullable } from '../field-types.ts';

const PriceLineSchema = Type.Object({
  description: Type.String(),
  from: Instant,
  to: Instant,
  minutes: Type.Integer(),
  rate: Amount,
  spaces: Type.Integer({ minimum: 1 }),
  amount: Amount,
});

export const AppliedRuleSchema = Type.Object({
  id: nullable(Type.String({ description: "null: the lot's floor or ceiling" })),
  kind: Type.Enum(['event', 'occupancy', 'surge', 'floor', 'ceiling']),
  multiplier: nullable(Type.Number()),
  reason: Type.String(),
});

/** How an amount came about: the posted rate, what moved it, and the lines that add up to it. */
export const PricingSchema = Type.Object({
  base_rate: Amount,
  effective_rate: Amount,
  rules: Type.Array(AppliedRuleSchema),
  lines: Type.Array(PriceLineSchema),
});

export const QuoteSchema = Type.Object({
  amount: Amount,
  currency: Type.String(),
  ...PricingSchema.properties,
});

type Stay = { startedAt: Date; endedAt: Date; currency: string; spaceCount?: number };

/** What a stay costs at this rate, in currency units. */
export function quoteStay(rate: OfferedRate, stay: Stay): Static<typeof QuoteSchema> {
  const { currency } = stay;
  const priced = priceStay({ ...rate, ...stay });
  const units = (minor: number) => fromMinor(minor, currency);
  return {
    amount: units(priced.subtotalMinor),
    currency,
    base_rate: units(rate.baseRateMinor),
    effective_rate: units(rate.rateMinor),
    rules: presentRules(rate.rules),
    lines: priced.lines.map((line) => presentLine(line, rate, stay.spaceCount ?? 1, units)),
  };
}

/** What moved a posted rate. */
export function presentRules(rules: readonly AppliedRule[]): Static<typeof AppliedRuleSchema>[] {
  return rules.map(({ rule_id, kind, multiplier_pct, reason }) => ({
    id: rule_id,
    kind,
    multiplier: multiplier_pct === null ? null : multiplier_pct / 100,
    reason,
  }));
}

function presentLine(
  line: PriceLine,
  rate: OfferedRate,
  spaces: number,
  units: (minor: number) => number,
): Static<typeof PriceLineSchema> {
  const rules = describeRules(rate.rules);
  return {
    description: rules === '' ? line.description : `${line.description}: ${rules}`,
    from: line.from.toISOString(),
    to: line.to.toISOString(),
    minutes: line.minutes,
    rate: units(rate.rateMinor),
    spaces,
    amount: units(line.amountMinor),
  };
}
