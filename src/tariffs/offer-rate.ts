import { minorOf, RATE_UNITS_MAX } from '../kit/money.ts';
import {
  type AppliedRule,
  applyRules,
  lowestMultiplier,
  type RuleConditions,
} from './apply-rules.ts';
import { firstHourOf } from './first-hour.ts';
import { moveTariff, multiply } from './move-tariff.ts';
import { type PlainRate, plainTariff } from './plain-rate.ts';
import { plainRateIn, termsOf } from './posted-tariff.ts';
import type { Conditions } from './price/part-at.ts';
import type { PriceRules } from './price-rules.ts';
import type { PostedTariff, Tariff } from './tariff.ts';

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

/** What a lot posts. */
type Posted = Pick<OfferedRate, 'rateId' | 'conditions'> & { tariff: PostedTariff };

/**
 * The rate of a stay that begins under these conditions: the posted prices times the event,
 * occupancy and surge multipliers that apply, rounded half up once, then limited to the lot's floor
 * and ceiling and to the range of all rates. Maxima are multiplied where the operator says so.
 * Without rules it is the posted rate.
 */
export function offerRate(
  posted: Posted,
  priceRules: PriceRules | null,
  ruleConditions: RuleConditions,
  currency: string,
): OfferedRate {
  const { tariff, rateId, conditions } = posted;
  const rules = priceRules && {
    ...priceRules,
    applied: applyRules(priceRules.rules, ruleConditions),
    highest: minorOf(RATE_UNITS_MAX, currency),
  };
  const plain = plainRateIn(tariff);
  const offer = plain ? offerPlain(tariff, plain, rules) : offerTariff(tariff, rules);
  return { ...offer, rateId, conditions };
}

type Offer = Omit<OfferedRate, 'rateId' | 'conditions'>;
type Rules = PriceRules & { applied: ReturnType<typeof applyRules>; highest: number };

function offerPlain(
  { parts, maxima }: PostedTariff,
  posted: PlainRate,
  rules: Rules | null,
): Offer {
  const { rateMinor: baseRateMinor, rateUnit, billingStepMinutes } = posted;
  const shown = { rateUnit, billingStepMinutes, baseRateMinor };
  // A plain rate has no other terms.
  if (rules === null) return unmoved({ parts, maxima }, shown);
  const percents = percentsOf(rules);
  const moved = multiply(baseRateMinor, percents);
  const limit = limitOf(moved, rules, rules.highest);
  const rateMinor = limit?.rateMinor ?? moved;
  const maxDailyMinor = moveMaximum(posted.maxDailyMinor, rules, percents);
  return {
    tariff: plainTariff({ ...posted, rateMinor, maxDailyMinor }),
    ...{ rateMinor, ...shown },
    rules: limit ? [...rules.applied, limit.rule] : rules.applied,
  };
}

function offerTariff(posted: PostedTariff, rules: Rules | null): Offer {
  const { first_hour_minor: baseRateMinor } = posted;
  const tariff = termsOf(posted);
  const shown = { rateUnit: 'hour' as const, billingStepMinutes: 1, baseRateMinor };
  if (rules === null) return unmoved(tariff, shown);
  const { floor_minor: floorMinor, ceiling_minor: ceiling, highest } = rules;
  const ceilingMinor = Math.min(ceiling ?? highest, highest);
  const { parts = null, maxima } = rules;
  const moved = moveTariff(
    tariff,
    percentsOf(rules),
    { floorMinor, ceilingMinor },
    { parts, areMaximaMoved: maxima === 'multiplied' },
  );
  const limits = [
    ...(moved.limited.has('floor') ? [FLOOR] : []),
    ...(moved.limited.has('ceiling') ? [ceiling === null ? HIGHEST : CEILING] : []),
  ];
  const rateMinor = firstHourOf(moved.tariff);
  return { tariff: moved.tariff, rateMinor, ...shown, rules: [...rules.applied, ...limits] };
}

/** Member by member: searches make very many, and spreading `shown` takes ten times as long. */
function unmoved(
  tariff: Tariff,
  shown: Pick<Offer, 'rateUnit' | 'billingStepMinutes' | 'baseRateMinor'>,
): Offer {
  const { rateUnit, billingStepMinutes, baseRateMinor } = shown;
  return {
    tariff,
    rateMinor: baseRateMinor,
    rateUnit,
    billingStepMinutes,
    baseRateMinor,
    rules: [],
  };
}

function percentsOf({ applied }: Rules): number[] {
  return applied.map(({ multiplier_pct }) => multiplier_pct);
}

function moveMaximum(
  maxDailyMinor: number | null,
  { maxima }: PriceRules,
  percents: readonly number[],
): number | null {
  if (maxDailyMinor === null || maxima !== 'multiplied') return maxDailyMinor;
  return multiply(maxDailyMinor, percents);
}

/** No stay that begins under any conditions has a lower maximum of a day; null: none has one. */
export function lowestMaximum(
  maxDailyMinor: number | null,
  priceRules: PriceRules | null,
): number | null {
  if (priceRules === null) return maxDailyMinor;
  return moveMaximum(maxDailyMinor, priceRules, priceRules.rules.map(lowestMultiplier));
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

const LIMIT = { rule_id: null, multiplier_pct: null };
const FLOOR: AppliedRule = { ...LIMIT, kind: 'floor', reason: "the lot's floor" };
const CEILING: AppliedRule = { ...LIMIT, kind: 'ceiling', reason: "the lot's ceiling" };
const HIGHEST: AppliedRule = { ...LIMIT, kind: 'ceiling', reason: 'the highest rate' };

function limitOf(
  moved: number,
  { floor_minor: floor, ceiling_minor: ceiling }: PriceRules,
  highest: number,
): { rateMinor: number; rule: AppliedRule } | undefined {
  if (floor !== null && moved < floor) return { rateMinor: floor, rule: FLOOR };
  if (ceiling !== null && moved > ceiling) return { rateMinor: ceiling, rule: CEILING };
  return moved > highest ? { rateMinor: highest, rule: HIGHEST } : undefined;
}
