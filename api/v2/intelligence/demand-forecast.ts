import { Type } from 'typebox';
import {
  FORECAST_LOTS_MIN,
  findDemandForecast,
  HIGH_CONFIDENCE_DAYS,
  HIGH_CONFIDENCE_LOTS_MIN,
} from '../../../src/demand/outlook/find-demand-forecast.ts';
import { DAYS_AHEAD_MAX } from '../../../src/demand/outlook/local-days.ts';
import { dayOf, weekdayOf } from '../../../src/kit/time/days.ts';
import { DateInput } from '../../fields/field-types.ts';
import { CIRCLE_NEAR, readPoint } from '../../fields/near.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { DemandForecastData } from './demand-forecast-shape.ts';
import { intervalsOf, presentOwn } from './own-forecast-shape.ts';
import { presentPriceRecommendation } from './price-recommendation-shape.ts';

const { radius_km, ...point } = CIRCLE_NEAR;
const WEEKEND: readonly string[] = ['Saturday', 'Sunday'];

export const getDemandForecastOperation = definePriced({
  operationId: 'getDemandForecast',
  path: '/api/v2/intelligence/demand-forecast',
  summary: 'What parking demand is expected around a point on a day',
  description:
    'How full lots will be, and what they will sell, from what happened in areas of 4 operators, ' +
    'public holidays and local events; with 80 % intervals and how good past forecasts were. ' +
    'Free where such areas have less than half of the spaces (figures are null), or fewer than ' +
    '3 lots.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.demandForecast,
  confidence: {
    low: `nothing is known, or fewer than ${FORECAST_LOTS_MIN} lots have a forecast`,
    medium: 'all between',
    high:
      `at least ${HIGH_CONFIDENCE_LOTS_MIN} lots in areas with a forecast, and a date ` +
      `within ${HIGH_CONFIDENCE_DAYS} days, today included`,
  },
  query: Type.Object({
    ...point,
    date: DateInput(`From today to ${DAYS_AHEAD_MAX} days ahead, by the clocks at the point`),
    radius_km,
  }),
  dataDescription: 'What is expected; amounts are whole minor units of the currency',
  data: DemandForecastData,
  errors: ['NOT_FOUND'],

  async handler({ query, caller, livemode }, api) {
    const { centre, near } = await readPoint(query, { caller, livemode }, api);
    const day = dayOf(query.date);
    const forecast = await findDemandForecast(api, {
      centre,
      radiusM: query.radius_km * 1000,
      operatorId: caller.operatorId,
      livemode,
      day,
    });
    const { score, sessions, peakPct, revenueMinor, price } = forecast;
    return {
      data: {
        location: { ...centre, radius_km: query.radius_km },
        ...(near !== undefined && { near }),
        forecast_date: query.date,
        day_of_week: weekdayOf(day),
        is_weekend: WEEKEND.includes(weekdayOf(day)),
        timezone: forecast.timezone,
        predicted_demand_score: score?.value ?? null,
        expected_sessions: sessions?.value ?? null,
        expected_peak_occupancy: peakPct?.value ?? null,
        expected_revenue_cents: revenueMinor?.value ?? null,
        currency: forecast.currency,
        basis: forecast.basis,
        intervals: {
          predicted_demand_score: score?.interval ?? null,
          ...intervalsOf(forecast),
        },
        reason: forecast.reason,
        expected_events: forecast.events,
        price_recommendation: presentPriceRecommendation(price),
        nearby_lots: forecast.lotCount,
        lots_with_forecast: forecast.forecastLotCount,
        lots_with_history: forecast.forecastLotCount,
        closed_lots: forecast.closedLotCount,
        lots_with_unknown_hours: forecast.hoursUnknownLotCount,
        own: presentOwn(forecast.own),
        backtest: forecast.backtest,
      },
      confidence: forecast.confidence,
      asOf: forecast.asOf,
    };
  },
});
