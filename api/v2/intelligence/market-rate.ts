import { Type } from 'typebox';
import {
  findMarketRate,
  HIGH_CONFIDENCE_STAYS_MIN,
  HIGH_CONFIDENCE_VOTES_MIN,
  VOTES_MIN,
} from '../../../src/demand/rates/market-rate.ts';
import { findPricedStay } from '../../../src/demand/rates/priced-stay.ts';
import { CIRCLE_NEAR, readPoint } from '../../fields/near.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import {
  MarketRateAnswer,
  presentOwn,
  presentStay,
  readStay,
  STAY_QUERY,
} from './market-rate-shape.ts';

export const getMarketRateOperation = definePriced({
  operationId: 'getMarketRate',
  path: '/api/v2/intelligence/market-rate',
  summary: 'What parking costs around a point or a place',
  description:
    'Each listed lot votes with its list price of an hour on a weekday at 10:00 and of 24 hours, ' +
    'times what stays cost in its area in percent of list prices. The average is the mean of the ' +
    'middle half, by spaces. Past stays are shown in areas of 4 operators. Free below 3 votes.',
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
  query: Type.Object({ ...CIRCLE_NEAR, ...STAY_QUERY }),
  dataDescription: 'The market rate; amounts are whole minor units of the currency',
  data: MarketRateAnswer,
  errors: ['NOT_FOUND'],

  async handler({ query, caller, livemode }, api) {
    const { centre, near } = await readPoint(query, { caller, livemode }, api);
    const { operatorId } = caller;
    const question = { centre, radiusM: query.radius_km * 1000, operatorId, livemode };
    const rate = await findMarketRate(api.market, question);
    const asked = readStay(query);
    const stay = asked && (await findPricedStay(api.market, question, asked, rate.lotCount));
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
        ...(stay && { stay: presentStay(stay) }),
        reason: rate.reason,
        demand_score: rate.demandScore,
        occupancy_basis: rate.occupancyBasis,
        measured_lot_count: rate.measuredLotCount,
        competitor_count: rate.competitorCount,
        lot_count: rate.lotCount,
        priced_lot_count: rate.pricedLotCount,
        other_currency_lot_count: rate.otherCurrencyLotCount,
        left_out: rate.leftOut,
        sample_size: rate.sampleSize,
        observed_stays: rate.observedStayCount,
        own: presentOwn(rate.own),
        period: rate.period,
      },
      confidence: stay && stay.voteCount < VOTES_MIN ? 'low' : rate.confidence,
      asOf: rate.asOf,
    };
  },
});
