import { divideRoundingHalfUp, minorOf, RATE_UNITS_MAX } from '../kit/money.ts';
import { type PlainRate, plainTariff } from './plain-rate.ts';
import type { Conditions } from './price/part-at.ts';
import type { OccupancyBand, PriceRule, PriceRules } from './price-rules.ts';
import type { Tariff } from './tariff.ts';

/** What the rules depend on when a stay begins or its price is asked. */
export type RuleConditions = {
  /** The instant the stay begins. */
  startsAt: Date;
  /** Whole percent of the lot in use; null when the stay begins too late to know. */
  occupancyPct: number | null;
  /** Searches around the lot in percent of the usual number; null: as usual, or not known. */
  surgePct: number | null;
  /** Whether those who are shown the rules may learn `occupancyPct`. */
  isOccupancyShown: boolean;
};

/** A rule that changed a rate, as stored with the stay and shown to its driver. */
export type AppliedRule = {
  /** null: the lot's floor or ceiling, which is not a rule. */
  rule_id: string | null;
  kind: PriceRule['kind'] | 'floor' | 'ceiling';
  /** null: the floor or the ceiling. */
  multiplier_pct: number | null;
  reason: string;
};

/** What one stay pays by and how that was computed; later changes of the lot do not affect it. */
export type OfferedRate = {
  tariff: Tariff;
  conditions: Conditions;
  /** As shown: the price of an hour or a day. */
  rateMinor: number;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  /** null: the rate was imported. */
  rateId: string | null;
  /** As posted, before the rules apply. */
  baseRateMinor: number;
  rules: AppliedRule[];
};

type PostedRate = PlainRate & Pick<OfferedRate, 'rateId' | 'conditions'>;

/**
 * The rate of a stay that begins under these conditions: the posted rate times the event, occupancy
 * and surge multipliers that apply, rounded half up once, then limited to the lot's floor and
 * ceiling and to the range of all rates. Without rules it is the posted rate.
 */
export function offerRate(
  posted: PostedRate,
  priceRules: PriceRules | null,
  ruleConditions: RuleConditions,
  currency: string,
): OfferedRate {
  const { rateMinor: baseRateMinor, rateUnit, billingStepMinutes, rateId, conditions } = posted;
  const { rateMinor, rules } =
    priceRules === null
      ? { rateMinor: baseRateMinor, rules: [] }
      : moveRate(baseRateMinor, priceRules, ruleConditions, currency);
  const tariff = plainTariff({ ...posted, rateMinor });
  const shown = { rateMinor, rateUnit, billingStepMinutes };
  return { tariff, conditions, ...shown, rateId, baseRateMinor, rules };
}

function moveRate(
  baseRateMinor: number,
  priceRules: PriceRules,
  conditions: RuleConditions,
  currency: string,
): Pick<OfferedRate, 'rateMinor' | 'rules'> {
  const applied = priceRules.rules.flatMap((rule) => applyRule(rule, conditions));
  const moved = multiply(
    baseRateMinor,
    applied.map(({ multiplier_pct }) => multiplier_pct),
  );
  const limit = limitOf(moved, priceRules, minorOf(RATE_UNITS_MAX, currency));
  return limit
    ? { rateMinor: limit.rateMinor, rules: [...applied, limit.rule] }
    : { rateMinor: moved, rules: applied };
}

/** No stay that begins under any conditions has a lower rate than this. */
export function lowestRate(
  rateMinor: number,
  priceRules: PriceRules | null,
  currency: string,
): number {
  if (priceRules === null) return rateMinor;
  const moved = multiply(rateMinor, priceRules.rules.map(lowestMultiplier));
  const limit = limitOf(moved, priceRules, minorOf(RATE_UNITS_MAX, currency));
  return Math.min(limit?.rateMinor ?? moved, priceRules.ceiling_minor ?? Infinity);
}

function lowestMultiplier(rule: PriceRule): number {
  switch (rule.kind) {
    case 'event':
      return Math.min(100, rule.multiplier_pct);
    case 'occupancy':
      return Math.min(100, ...rule.bands.map(({ multiplier_pct }) => multiplier_pct));
    case 'surge':
      return 100;
  }
}

/** Rounded half up once. */
function multiply(rateMinor: number, percents: readonly number[]): number {
  return divideRoundingHalfUp(
    percents.reduce((product, percent) => product * BigInt(percent), BigInt(rateMinor)),
    100n ** BigInt(percents.length),
  );
}

/** The stay's rules as its payer reads them: `x 1.25 (83 % occupied), the lot's ceiling`. */
export function describeRules(rules: readonly AppliedRule[]): string {
  return rules
    .map(({ multiplier_pct: percent, reason }) =>
      percent === null ? reason : `x ${percent / 100} (${reason})`,
    )
    .join(', ');
}

type Multiplier = AppliedRule & { multiplier_pct: number };

/** The multiplier of a rule under these conditions; none when it would change nothing. */
function applyRule(rule: PriceRule, conditions: RuleConditions): Multiplier[] {
  const found = readRule(rule, conditions);
  if (found === undefined || found.multiplier_pct === 100) return [];
  return [{ rule_id: rule.id, kind: rule.kind, ...found }];
}

function readRule(
  rule: PriceRule,
  { startsAt, occupancyPct, surgePct, isOccupancyShown }: RuleConditions,
): { multiplier_pct: number; reason: string } | undefined {
  switch (rule.kind) {
    case 'event': {
      const isOn = new Date(rule.starts_at) <= startsAt && startsAt < new Date(rule.ends_at);
      return isOn ? { multiplier_pct: rule.multiplier_pct, reason: rule.name } : undefined;
    }
    case 'occupancy': {
      const band = occupancyPct === null ? undefined : bandOf(rule.bands, occupancyPct);
      const reason = isOccupancyShown ? `${occupancyPct} % occupied` : 'occupancy';
      return band && { multiplier_pct: band.multiplier_pct, reason };
    }
    case 'surge': {
      const multiplierPct = Math.min(surgePct ?? 100, rule.max_multiplier_pct);
      return { multiplier_pct: Math.max(100, multiplierPct), reason: 'many searches' };
    }
  }
}

function bandOf(bands: readonly OccupancyBand[], occupancyPct: number): OccupancyBand | undefined {
  return bands
    .filter((band) => band.from_pct <= occupancyPct)
    .reduce<OccupancyBand | undefined>(
      (highest, band) => (highest && highest.from_pct > band.from_pct ? highest : band),
      undefined,
    );
}

function limitOf(
  moved: number,
  { floor_minor: floor, ceiling_minor: ceiling }: PriceRules,
  highest: number,
): { rateMinor: number; rule: AppliedRule } | undefined {
  const rule = { rule_id: null, multiplier_pct: null };
  if (floor !== null && moved < floor)
    return { rateMinor: floor, rule: { ...rule, kind: 'floor', reason: "the lot's floor" } };
  if (ceiling !== null && moved > ceiling)
    return { rateMinor: ceiling, rule: { ...rule, kind: 'ceiling', reason: "the lot's ceiling" } };
  if (moved > highest)
    return { rateMinor: highest, rule: { ...rule, kind: 'ceiling', reason: 'the highest rate' } };
  return undefined;
}
