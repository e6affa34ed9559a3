import { Type } from 'typebox';
import {
  findMarketRate,
  HIGH_CONFIDENCE_STAYS_MIN,
  HIGH_CONFIDENCE_VOTES_MIN,
  type OwnMarket,
  VOTES_MIN,
} from '../../../src/market/market-rate.ts';
import { nullable } from '../../fields/field-types.ts';
import { named } from '../../fields/named.ts';
import { CIRCLE_NEAR, NearPlace, readPoint } from '../../fields/near.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
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

export const getMarketRateOperation = definePriced({
  operationId: 'getMarketRate',
  path: '/api/v2/intelligence/market-rate',
  summary: 'What parking costs around a point or a place',
  description:
    'Each listed lot votes with its list price, times what stays cost in its area in percent of ' +
    'list prices. The average is the mean of the middle half of the votes, by spaces. What ' +
    'happened is told only in sums over areas of 4 operators. Free where fewer than 3 lots vote.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.marketRate,
  confidence: {
    low: `fewer than ${VOTES_MIN} lots have a vote`,
    medium: 'all between',
    high:
      `at least ${HIGH_CONFIDENCE_VOTES_MIN} voting lots and ` +
      `${HIGH_CONFIDENCE_STAYS_MIN} paid stays, basis realised, and the occupancy is known`,
  },
  query: Type.Object(CIRCLE_NEAR),
  dataDescription: 'The market rate; amounts are whole minor units of the currency',
  data: named('MarketRateAnswer', {
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
      description:
        'Exactly what happened on your own lots in the circle; null: you have none there',
    }),
    period: Type.String({ description: 'ISO 8601 interval of dates' }),
  }),
  errors: ['NOT_FOUND'],

  async handler({ query, caller, livemode }, api) {
    const { centre, near } = await readPoint(query, { caller, livemode }, api);
    const rate = await findMarketRate(api.market, {
      centre,
      radiusM: query.radius_km * 1000,
      operatorId: caller.operatorId,
      livemode,
    });
    return {
      data: {
        location: { ...centre, radius_km: query.radius_km },
        ...(near !== undefined && { near }),
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
        left_out: rate.leftOut,
        sample_size: rate.sampleSize,
        observed_stays: rate.observedStayCount,
        own: presentOwn(rate.own),
        period: rate.period,
      },
      confidence: rate.confidence,
      asOf: rate.asOf,
    };
  },
});

function presentOwn(own: OwnMarket | null) {
  if (own === null) return null;
  return {
    lot_count: own.lotCount,
    stay_count: own.stayCount,
    avg_hourly_cents: own.avgHourlyMinor,
    occupied_pct: own.occupiedPct,
  };
}
