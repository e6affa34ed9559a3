import { type Static, Type } from 'typebox';
import type { Lot } from '../../../../src/lots/lot.ts';
import { fromMinor } from '../../../../src/money.ts';
import { offerLotRate, type PostedLot } from '../../../../src/pricing/offer-lot-rate.ts';
import type { PriceRules } from '../../../../src/pricing/price-rules.ts';
import {
  EVENT_RULES_MAX,
  MULTIPLIER_PCT_MAX,
  MULTIPLIER_PCT_MIN,
  OCCUPANCY_BANDS_MAX,
  SURGE_MULTIPLIER_PCT_MAX,
} from '../../../../src/pricing/price-rules.ts';
import { Amount, Instant, InstantInput, nullable, RateInput } from '../../../fields/field-types.ts';
import { AppliedRuleSchema, presentRules } from '../../pricing-shape.ts';

const Multiplier = Type.Number({
  minimum: MULTIPLIER_PCT_MIN / 100,
  maximum: MULTIPLIER_PCT_MAX / 100,
  description: 'What the rate is multiplied by; two decimals',
});

const Band = Type.Object({
  from_pct: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'From this occupancy on, percent of the spaces',
  }),
  multiplier: Multiplier,
});
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What is going on' });
const EventInput = Type.Object({
  name: Name,
  starts_at: InstantInput('When the event begins'),
  ends_at: InstantInput('When it is over'),
  multiplier: Multiplier,
});
const EventRule = { name: Name, starts_at: Instant, ends_at: Instant, multiplier: Multiplier };

/** The rules that change the posted rate; a rule that is left out is off. */
export const DynamicInput = Type.Object(
  {
    floor_rate: Type.Optional(nullable(RateInput('Never less than this, currency units'))),
    ceiling_rate: Type.Optional(nullable(RateInput('Never more than this, currency units'))),
    occupancy: Type.Optional(
      Type.Object(
        {
          bands: Type.Optional(
            Type.Array(Band, {
              minItems: 1,
              maxItems: OCCUPANCY_BANDS_MAX,
              description: 'Default: from 0 percent x0.8, 30 x0.9, 60 x1, 80 x1.25',
            }),
          ),
        },
        { description: 'Moves the rate with how full the lot is' },
      ),
    ),
    surge: Type.Optional(
      Type.Object(
        {
          max_multiplier: Type.Optional(
            Type.Number({
              minimum: 1,
              maximum: SURGE_MULTIPLIER_PCT_MAX / 100,
              description: `Most it is multiplied by; default ${SURGE_MULTIPLIER_PCT_MAX / 100}`,
            }),
          ),
        },
        { description: 'Moves the rate with unusually many searches nearby' },
      ),
    ),
    events: Type.Optional(
      Type.Array(EventInput, {
        maxItems: EVENT_RULES_MAX,
        description: 'Moves the rate while something is on nearby',
      }),
    ),
  },
  { description: 'How the rate moves; a rule that is left out is off' },
);

const Dynamic = Type.Object({
  floor_rate: nullable(Amount),
  ceiling_rate: nullable(Amount),
  occupancy: nullable(Type.Object({ id: Type.String(), bands: Type.Array(Band) })),
  surge: nullable(Type.Object({ id: Type.String(), max_multiplier: Type.Number() })),
  events: Type.Array(Type.Object({ id: Type.String(), ...EventRule })),
});

const PostedRate = {
  id: nullable(Type.String({ description: 'null: imported' })),
  base_rate: nullable(Amount),
  rate_unit: Type.Enum(['hour', 'day']),
  max_daily_rate: nullable(Amount),
  dynamic: nullable(Dynamic),
};

export const RatesSchema = Type.Object({
  lot_id: Type.String({ format: 'uuid' }),
  currency: Type.String(),
  current: Type.Object({
    ...PostedRate,
    effective_rate: nullable(Type.Number({ description: 'Of a stay that begins now' })),
    rules: Type.Array(AppliedRuleSchema),
  }),
  scheduled: Type.Array(Type.Object({ ...PostedRate, effective_from: Instant })),
  as_of: Instant,
});

/**
 * The rate that a lot posts now, and the rate of a stay that begins now. Only the owner sees the
 * rules that are posted and the rates that are scheduled.
 */
export function presentRates(lot: Lot, isOwners: boolean): Static<typeof RatesSchema> {
  const offered = offerLotRate(lot, lot.now);
  const units = (minor: number) => fromMinor(minor, lot.currency);
  const toCome = isOwners ? lot.scheduled_rates : [];
  const shown = isOwners ? lot : { ...lot, price_rules: null };
  return {
    lot_id: lot.lot_id,
    currency: lot.currency,
    current: {
      ...presentPosted(shown, units),
      effective_rate: offered === undefined ? null : units(offered.rateMinor),
      rules: presentRules(offered?.rules ?? []),
    },
    scheduled: toCome
      .filter((rate) => new Date(rate.effective_from) > lot.now)
      .map((rate) => ({
        ...presentPosted(rate, units),
        effective_from: new Date(rate.effective_from).toISOString(),
      })),
    as_of: lot.now.toISOString(),
  };
}

type Units = (minor: number) => number;

function presentPosted(posted: PostedLot, units: Units) {
  const { rate_minor: base, max_daily_minor: max, price_rules: rules } = posted;
  return {
    id: posted.rate_id,
    base_rate: base === null ? null : units(base),
    rate_unit: posted.rate_unit,
    max_daily_rate: max === null ? null : units(max),
    dynamic: rules === null ? null : presentDynamic(rules, units),
  };
}

function presentDynamic(
  { floor_minor: floor, ceiling_minor: ceiling, rules }: PriceRules,
  units: Units,
): Static<typeof Dynamic> {
  const occupancy = rules.find((rule) => rule.kind === 'occupancy');
  const surge = rules.find((rule) => rule.kind === 'surge');
  return {
    floor_rate: floor === null ? null : units(floor),
    ceiling_rate: ceiling === null ? null : units(ceiling),
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
