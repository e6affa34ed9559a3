import { Type } from 'typebox';
import { dayOf, weekdayOf } from '../../../src/days.ts';
import { roundPoint } from '../../../src/geometry/great-circle.ts';
import {
  FORECAST_LOTS_MIN,
  findDemandForecast,
  HIGH_CONFIDENCE_DAYS,
  HIGH_CONFIDENCE_HISTORIES_MIN,
} from '../../../src/outlook/find-demand-forecast.ts';
import { DAYS_AHEAD_MAX } from '../../../src/outlook/local-days.ts';
import { CIRCLE, DateInput } from '../../fields/field-types.ts';
import { definePriced } from '../../price/define-priced.ts';
import { PRICES_CENTS } from '../../price/prices.ts';
import { DemandForecastData } from './demand-forecast-shape.ts';

const { lat, lng, radius_km } = CIRCLE;
const WEEKEND: readonly string[] = ['Saturday', 'Sunday'];

export const getDemandForecastOperation = definePriced({
  operationId: 'getDemandForecast',
  path: '/api/v2/intelligence/demand-forecast',
  summary: 'What parking demand is expected around a point on a day',
  description:
    'How full lots will be, and what they will sell, from the forecast of each lot, public ' +
    'holidays and local events; with 80 % intervals and how good past forecasts were. Free where ' +
    'fewer than 3 lots have a forecast.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  price: PRICES_CENTS.demandForecast,
  confidence: {
    low: `fewer than ${FORECAST_LOTS_MIN} lots have a forecast`,
    medium: 'all between',
    high:
      `at least ${HIGH_CONFIDENCE_HISTORIES_MIN} lots with a history of their own, and a date ` +
      `within ${HIGH_CONFIDENCE_DAYS} days, today included`,
  },
  query: Type.Object({
    lat,
    lng,
    date: DateInput(`From today to ${DAYS_AHEAD_MAX} days ahead, by the clocks at the point`),
    radius_km,
  }),
  dataDescription: 'What is expected; amounts are whole minor units of the currency',
  data: DemandForecastData,
  errors: ['NOT_FOUND'],

  async handler({ query, caller, livemode }, api) {
    const centre = roundPoint(query);
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
        forecast_date: query.date,
        day_of_week: weekdayOf(day),
        is_weekend: WEEKEND.includes(weekdayOf(day)),
        timezone: forecast.timezone,
        predicted_demand_score: score.value,
        expected_sessions: sessions.value,
        expected_peak_occupancy: peakPct.value,
        expected_revenue_cents: revenueMinor.value,
        currency: forecast.currency,
        basis: forecast.basis,
        intervals: {
          predicted_demand_score: score.interval,
          expected_sessions: sessions.interval,
          expected_peak_occupancy: peakPct.interval,
          expected_revenue_cents: revenueMinor.interval,
        },
        expected_events: forecast.events,
        price_recommendation: {
          recommended_rate_cents: price.rateMinor,
          multiplier: price.multiplier,
          rationale: price.rationale,
        },
        nearby_lots: forecast.lotCount,
        lots_with_forecast: forecast.forecastLotCount,
        lots_with_history: forecast.historyLotCount,
        closed_lots: forecast.closedLotCount,
        backtest: forecast.backtest,
      },
      confidence: forecast.confidence,
      asOf: forecast.asOf,
    };
  },
});
