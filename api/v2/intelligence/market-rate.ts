import { Type } from 'typebox';
import { roundPoint } from '../../../src/geometry/great-circle.ts';
import {
  findMarketRate,
  HIGH_CONFIDENCE_STAYS_MIN,
  HIGH_CONFIDENCE_VOTES_MIN,
  VOTES_MIN,
} from '../../../src/market/market-rate.ts';
import { CIRCLE } from '../../fields/field-types.ts';
import { named } from '../../fields/named.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { Cents, Count, Location } from './shapes.ts';

export const getMarketRateOperation = definePriced({
  operationId: 'getMarketRate',
  path: '/api/v2/intelligence/market-rate',
  summary: 'What parking costs around a point',
  description:
    'One vote per listed lot: its realised rate of the last 30 days where 3 operators have one, ' +
    'else its posted rate. demand_score = 60 x occupied share of known space-hours + 0.4 x ' +
    'percentile of searches per space in the country, both over 7 days. Free where fewer than 3 ' +
    'lots vote.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.marketRate,
  confidence: {
    low: `fewer than ${VOTES_MIN} lots have a vote`,
    medium: 'all between',
    high:
      `at least ${HIGH_CONFIDENCE_VOTES_MIN} voting lots and ` +
      `${HIGH_CONFIDENCE_STAYS_MIN} paid stays`,
  },
  query: Type.Object(CIRCLE),
  dataDescription: 'The market rate; amounts are whole minor units of the currency',
  data: named('MarketRateAnswer', {
    location: Location,
    market_rate: named('MarketRate', {
      avg_hourly_cents: Cents,
      avg_daily_cents: Cents,
      min_hourly_cents: Cents,
      max_hourly_cents: Cents,
      currency: Type.String(),
      basis: Type.Enum(['realised', 'posted']),
    }),
    demand_score: Type.Integer({ minimum: 0, maximum: 100 }),
    occupancy_basis: Type.Enum(['measured', 'stays', 'mixed'], {
      description:
        'Where the vehicles on a lot were counted within an hour (UTC), the counts are its ' +
        'occupancy, at most full: each holds to the next of that hour, the last to its end, the ' +
        'first from its beginning. Other hours have that of stays; for a counted lot without any ' +
        'stay they are unknown.',
    }),
    measured_lot_count: Type.Integer({
      minimum: 0,
      description: 'Lots of the circle on which vehicles were counted in the 7 days',
    }),
    competitor_count: Count,
    lot_count: Count,
    other_currency_lot_count: Count,
    sample_size: Count,
    period: Type.String({ description: 'ISO 8601 interval of dates' }),
  }),
  errors: ['NOT_FOUND'],

  async handler({ query, caller, livemode }, { market }) {
    const centre = roundPoint(query);
    const rate = await findMarketRate(market, {
      centre,
      radiusM: query.radius_km * 1000,
      operatorId: caller.operatorId,
      livemode,
    });
    return {
      data: {
        location: { ...centre, radius_km: query.radius_km },
        market_rate: {
          avg_hourly_cents: rate.avgHourlyMinor,
          avg_daily_cents: rate.avgDailyMinor,
          min_hourly_cents: rate.minHourlyMinor,
          max_hourly_cents: rate.maxHourlyMinor,
          currency: rate.currency,
          basis: rate.basis,
        },
        demand_score: rate.demandScore,
        occupancy_basis: rate.occupancyBasis,
        measured_lot_count: rate.measuredLotCount,
        competitor_count: rate.competitorCount,
        lot_count: rate.lotCount,
        other_currency_lot_count: rate.otherCurrencyLotCount,
        sample_size: rate.sampleSize,
        period: rate.period,
      },
      confidence: rate.confidence,
      asOf: rate.asOf,
    };
  },
});
