import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../../src/kit/money.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import type { Lot } from '../../../../src/parking/lots/lot-columns.ts';
import { showTariff } from '../../../../src/tariffs/input/show-tariff.ts';
import { TariffShape } from '../../../../src/tariffs/input/tariff-shape.ts';
import {
  offerLotRate,
  type PostedLot,
  tariffOf,
  toPostedRate,
} from '../../../../src/tariffs/offer-lot-rate.ts';
import type { PriceRules } from '../../../../src/tariffs/price-rules.ts';
import { BillingStep, NoDailyMax } from '../../../../src/tariffs/rate-shapes.ts';
import { Amount, Instant } from '../../../fields/field-types.ts';
import { LotId, RateId, RuleId } from '../../../fields/ids.ts';
import { presentRate } from '../../../fields/lot-shape.ts';
import { AppliedRuleSchema, presentRules } from '../../pricing-shape.ts';
import { CostsOfHours, costsOfHours } from './costs-of-hours.ts';
import { Band, EventRule } from './dynamic-input.ts';

const Dynamic = named('DynamicPricing', {
  floor_rate: nullable(Amount),
  ceiling_rate: nullable(Amount),
  parts: nullable(Type.Array(Type.String(), { description: 'That move; null: all' })),
  maxima: Type.Enum(['kept', 'multiplied']),
  occupancy: nullable(
    named('OccupancyRule', { id: RuleId(), bands: Type.Array(named('OccupancyBand', Band)) }),
  ),
  surge: nullable(named('SurgeRule', { id: RuleId(), max_multiplier: Type.Number() })),
  events: Type.Array(named('EventRule', { id: RuleId(), ...EventRule })),
});

const PostedRate = {
  id: nullable(RateId('Id of the rate, rate_...; null: imported')),
  base_rate: nullable(Amount),
  rate_unit: Type.Enum(['hour', 'day']),
  billing_step_minutes: BillingStep,
  max_daily_rate: nullable(Amount),
  has_no_daily_max: NoDailyMax,
  tariff: nullable(TariffShape),
  dynamic: nullable(Dynamic),
};

export const RatesSchema = named('Rates', {
  lot_id: LotId(),
  currency: Type.String(),
  current: named('CurrentRate', {
    ...PostedRate,
    effective_rate: nullable(Type.Number({ description: 'Of a stay that begins now' })),
    rules: Type.Array(AppliedRuleSchema),
    costs: CostsOfHours('Of stays that begin now; null: nothing is sold then, or not so long'),
  }),
  scheduled: Type.Array(named('ScheduledRate', { ...PostedRate, effective_from: Instant })),
  as_of: Instant,
});

/**
 * The rate that a lot posts now, and the rate of a stay that begins now. Only the owner sees the
 * rules that are posted and the rates that are scheduled.
 */
export function presentRates(lot: Lot, isOwners: boolean): Static<typeof RatesSchema> {
  const offered = offerLotRate(lot, lot.now);
  const units = (minor: number) => fromMinor(minor, lot.currency);
  const toCome = isOwners ? lot.scheduledRates : [];
  const shown = isOwners ? lot : { ...lot, priceRules: null };
  return {
    lot_id: lot.lotId,
    currency: lot.currency,
    current: {
      ...presentPosted(shown, lot.currency),
      effective_rate: offered === undefined ? null : units(offered.rateMinor),
      rules: presentRules(offered?.rules ?? []),
      costs: costsOfHours(lot, lot.now),
    },
    scheduled: toCome
      .filter((rate) => new Date(rate.effective_from) > lot.now)
      .map((rate) => ({
        ...presentPosted(toPostedRate(rate), lot.currency),
        effective_from: new Date(rate.effective_from).toISOString(),
      })),
    as_of: lot.now.toISOString(),
  };
}

type Units = (minor: number) => number;

function presentPosted(posted: PostedLot, currency: string) {
  const { priceRules: rules } = posted;
  const { currency: _currency, ...rate } = presentRate({ ...posted, currency });
  const tariff = tariffOf(posted);
  return {
    id: posted.rateId,
    ...rate,
    tariff: tariff && showTariff(tariff, currency),
    dynamic: rules === null ? null : presentDynamic(rules, (minor) => fromMinor(minor, currency)),
  };
}

function presentDynamic(
  { floor_minor: floor, ceiling_minor: ceiling, rules, ...moved }: PriceRules,
  units: Units,
): Static<typeof Dynamic> {
  const occupancy = rules.find((rule) => rule.kind === 'occupancy');
  const surge = rules.find((rule) => rule.kind === 'surge');
  return {
    floor_rate: floor === null ? null : units(floor),
    ceiling_rate: ceiling === null ? null : units(ceiling),
    parts: moved.parts ?? null,
    maxima: moved.maxima ?? 'kept',
    occupancy: occupancy
      ? {
          id: occupancy.id,
          bands: occupancy.bands.map(({ from_pct, multiplier_pct }) => ({
            from_pct,
            multiplier: multiplier_pct / 100,
          })),
        }
      : null,
    surge: surge ? { id: surge.id, max_multiplier: surge.max_multiplier_pct / 100 } : null,
    events: rules.flatMap((rule) => {
      if (rule.kind !== 'event') return [];
      const { kind: _kind, multiplier_pct, ...event } = rule;
      return [{ ...event, multiplier: multiplier_pct / 100 }];
    }),
  };
}
