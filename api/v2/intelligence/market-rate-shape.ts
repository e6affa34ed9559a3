import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { NearPlace } from '../../fields/near.ts';
import { Count, Location } from './shapes.ts';

const priceOf = (what: string) =>
  nullable(
    Type.Integer({
      minimum: 0,
      description: `${what}; null: the prices of less than half of the spaces are known`,
    }),
  );

const OwnMarketShape = named('OwnMarket', {
  lot_count: Count,
  stay_count: Type.Integer({ minimum: 0, description: 'Paid stays of 30 days' }),
  avg_hourly_cents: nullable(
    Type.Integer({ minimum: 0, description: 'What they paid for an hour; null: nothing is known' }),
  ),
  occupied_pct: nullable(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Of 168 hours; null: not known' }),
  ),
});

export const MarketRateAnswer = named('MarketRateAnswer', {
  location: Location,
  near: Type.Optional(NearPlace),
  market_rate: named('MarketRate', {
    avg_hourly_cents: priceOf(
      'Mean of the middle half of the votes, for an hour on a weekday at 10:00 (six lots at ' +
        '300 and one at 1,000,000: 300)',
    ),
    avg_daily_cents: priceOf('The same for 24 hours, or for the whole opening day of a lot'),
    min_hourly_cents: priceOf('Lowest list price of the lots that vote'),
    max_hourly_cents: priceOf('Highest list price of the lots that vote'),
    currency: Type.String({ description: 'Of most lots' }),
    basis: Type.Enum(['realised', 'posted'], {
      description: 'realised: votes of at least half of the spaces are moved by what stays cost',
    }),
  }),
  reason: nullable(
    Type.String({ description: 'Why avg_hourly_cents is null, a sentence; null: it is not' }),
  ),
  demand_score: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        '60 x occupied share of the areas of these lots in 7 whole days + 0.4 x percentile of ' +
        'callers of its area in the country. Only one is known: that one; null: neither is.',
    }),
  ),
  occupancy_basis: nullable(
    Type.Enum(['measured', 'stays', 'mixed'], {
      description:
        'measured: vehicles were counted in all known hours. stays: in none of them. null: the ' +
        'occupancy of less than half of the spaces may be told',
    }),
  ),
  measured_lot_count: Type.Integer({
    minimum: 0,
    description: 'Lots in areas in which vehicles were counted in the 7 days',
  }),
  competitor_count: Count,
  lot_count: Count,
  priced_lot_count: Type.Integer({
    minimum: 0,
    description: 'Those of lot_count whose price of an hour is known',
  }),
  other_currency_lot_count: Count,
  left_out: Type.Integer({
    minimum: 0,
    description:
      'Lots without a vote: priced in another currency, below a fifth of the first quartile, ' +
      'or above five times the third',
  }),
  sample_size: Type.Integer({ minimum: 0, description: 'Lots that vote' }),
  observed_stays: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Paid stays of the period in the areas around, to two digits; null: not told',
    }),
  ),
  own: Type.Union([OwnMarketShape, Type.Null()], {
    description: 'Exactly what happened on your own lots in the circle; null: you have none there',
  }),
  period: Type.String({ description: 'ISO 8601 interval of dates' }),
});
