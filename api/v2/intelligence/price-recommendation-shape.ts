import { type Static, Type } from 'typebox';
import {
  MULTIPLIER_MAX,
  MULTIPLIER_MIN,
  PEAK_TARGET_PCT,
  PRICE_DECISIONS,
  type PriceRecommendation,
} from '../../../src/demand/outlook/recommend-price.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';

const amountOf = (description: string) => nullable(Type.Integer({ minimum: 0, description }));

export const PriceRecommendationData = named(
  'PriceRecommendation',
  {
    current_rate_cents: amountOf(
      'What an hour costs on average today, minor units of currency; null: the rates of less ' +
        'than half of the spaces are known',
    ),
    recommended_rate_cents: amountOf(
      'current_rate_cents x multiplier, an hour, minor units of currency; null where it is null',
    ),
    multiplier: Type.Number({
      minimum: MULTIPLIER_MIN,
      maximum: MULTIPLIER_MAX,
      description:
        `(${PEAK_TARGET_PCT} / expected_peak_occupancy) ^ (1 / price_elasticity), two decimals; ` +
        '1 where that is expected to lose revenue, and where the rate is kept for another reason',
    }),
    revenue_at_current_rate_cents: amountOf(
      'Expected on the date, minor units of currency: expected_revenue_cents; null: not known',
    ),
    revenue_at_recommended_rate_cents: amountOf(
      'revenue_at_current_rate_cents x (recommended_rate_cents / current_rate_cents) ^ ' +
        '(1 + price_elasticity), minor units of currency; never less than at the current rate; ' +
        'null: not known',
    ),
    price_elasticity: Type.Number({
      exclusiveMaximum: 0,
      description:
        'The demand at another rate is taken to be that of today x (rate / current rate) ^ ' +
        'price_elasticity. The same everywhere: the mean of 5,294 changes of prices in San ' +
        'Francisco (Pierce and Shoup, 2013)',
    }),
    decided_by: Type.Enum([...PRICE_DECISIONS], {
      description:
        `target: the rate at which a peak of ${PEAK_TARGET_PCT} % is expected. revenue: a rate ` +
        'nearer to it is expected to lose revenue. lower_bound, upper_bound: the target asks for ' +
        `less than x ${MULTIPLIER_MIN} or more than x ${MULTIPLIER_MAX}. no_rate: none is known, ` +
        'or it is 0. closed: all lots are closed. unknown: the peak is not known.',
    }),
    rationale: Type.String({ description: 'The advice in one sentence, with what decided it' }),
  },
  {
    description:
      'What follows for the average hourly rate, if all lots change it alike. It is moved to a ' +
      `peak of ${PEAK_TARGET_PCT} %, but never where that is expected to lose revenue`,
  },
);

export function presentPriceRecommendation(
  price: PriceRecommendation,
): Static<typeof PriceRecommendationData> {
  return {
    current_rate_cents: price.currentRateMinor,
    recommended_rate_cents: price.rateMinor,
    multiplier: price.multiplier,
    revenue_at_current_rate_cents: price.currentRevenueMinor,
    revenue_at_recommended_rate_cents: price.revenueMinor,
    price_elasticity: price.elasticity,
    decided_by: price.decidedBy,
    rationale: price.rationale,
  };
}
