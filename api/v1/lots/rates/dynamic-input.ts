import { Type } from 'typebox';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import {
  EVENT_RULES_MAX,
  MULTIPLIER_PCT_MAX,
  MULTIPLIER_PCT_MIN,
  OCCUPANCY_BANDS_MAX,
  SURGE_MULTIPLIER_PCT_MAX,
} from '../../../../src/tariffs/price-rules.ts';
import { RateInput } from '../../../../src/tariffs/rate-shapes.ts';
import { Instant, InstantInput } from '../../../fields/field-types.ts';

const Multiplier = Type.Number({
  minimum: MULTIPLIER_PCT_MIN / 100,
  maximum: MULTIPLIER_PCT_MAX / 100,
  description: 'What the rate is multiplied by; two decimals',
});

export const Band = {
  from_pct: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'From this occupancy on, percent of the spaces',
  }),
  multiplier: Multiplier,
};
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What is going on' });
const EventInput = named('EventRuleInput', {
  name: Name,
  starts_at: InstantInput('When the event begins'),
  ends_at: InstantInput('When it is over'),
  multiplier: Multiplier,
});
export const EventRule = {
  name: Name,
  starts_at: Instant,
  ends_at: Instant,
  multiplier: Multiplier,
};

/** The rules that change the posted rate; a rule that is left out is off. */
export const DynamicInput = named(
  'DynamicPricingInput',
  {
    floor_rate: Type.Optional(nullable(RateInput('Never less than this, currency units'))),
    ceiling_rate: Type.Optional(nullable(RateInput('Never more than this, currency units'))),
    parts: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'The parts of the tariff whose prices move, by name; default all',
      }),
    ),
    maxima: Type.Optional(
      Type.Enum(['kept', 'multiplied'], {
        description:
          'Whether maxima move, too, so that they never cut what a rule adds; default kept',
      }),
    ),
    occupancy: Type.Optional(
      named(
        'OccupancyRuleInput',
        {
          bands: Type.Optional(
            Type.Array(named('OccupancyBandInput', Band), {
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
      named(
        'SurgeRuleInput',
        {
          max_multiplier: Type.Optional(
            Type.Number({
              minimum: 1,
              maximum: SURGE_MULTIPLIER_PCT_MAX / 100,
              description: `Most it is multiplied by; default ${SURGE_MULTIPLIER_PCT_MAX / 100}`,
            }),
          ),
        },
        {
          description:
            'Moves the rate with unusually many searches nearby: of 3 operators or more, at most ' +
            '3 of each in a quarter of an hour, and of callers without a key at most as many',
        },
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
