import { type Static, Type } from 'typebox';
import { fromMinor, minorDigits } from '../../src/kit/money.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { type AppliedRule, describeRules, type OfferedRate } from '../../src/tariffs/offer-rate.ts';
import { type PriceLine, type StayPrice, stayMinutes } from '../../src/tariffs/price-stay.ts';
import { BillingStep } from '../../src/tariffs/rate-shapes.ts';
import { Amount, Instant } from '../fields/field-types.ts';
import { RuleId } from '../fields/ids.ts';

const PriceLineSchema = named('PriceLine', {
  description: Type.String(),
  from: Instant,
  to: Instant,
  minutes: Type.Integer({ description: 'Started minutes from `from` to `to`, at least 1' }),
  billing_step_minutes: BillingStep,
  billed_minutes: Type.Integer({ description: 'minutes, rounded up to whole billing steps' }),
  rate: Amount,
  rate_unit: Type.Enum(['hour', 'day', 'stay'], {
    description:
      'What rate is for: hour; day: each started rolling 24 hours; stay: an imported stay, whose ' +
      'amount was said elsewhere',
  }),
  max_daily_rate: nullable(
    Type.Number({ minimum: 0, description: 'The most that a space costs on this line' }),
  ),
  spaces: Type.Integer({ minimum: 1 }),
  amount: Amount,
});

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
      'They add up to the amount. Each is rate x billed_minutes / 60 (per hour) or rate (per ' +
      'day or stay), rounded half up to `decimals` digits, at most max_daily_rate where there ' +
      'is one, times spaces. A line per rolling 24 hours where a day has a rate or a maximum.',
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
    lines: lines.map((line) => presentLine(line, rate, spaceCount, units)),
  };
}

/** The price line of an imported stay, which was not priced by a rate of ours. */
export function importedLine(
  amountMinor: number,
  stay: { startedAt: Date; endedAt: Date; currency: string },
): Static<typeof PriceLineSchema> {
  const amount = fromMinor(amountMinor, stay.currency);
  const minutes = stayMinutes(stay.startedAt, stay.endedAt);
  return {
    description: 'as imported',
    from: stay.startedAt.toISOString(),
    to: stay.endedAt.toISOString(),
    minutes,
    billing_step_minutes: 1,
    billed_minutes: minutes,
    rate: amount,
    rate_unit: 'stay',
    max_daily_rate: null,
    spaces: 1,
    amount,
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
    billing_step_minutes: rate.billingStepMinutes,
    billed_minutes: line.billedMinutes,
    rate: units(rate.rateMinor),
    rate_unit: rate.rateUnit,
    max_daily_rate: rate.maxDailyMinor === null ? null : units(rate.maxDailyMinor),
    spaces,
    amount: units(line.amountMinor),
  };
}
