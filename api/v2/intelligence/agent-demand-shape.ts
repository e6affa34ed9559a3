import { Type } from 'typebox';
import { PLATFORM_QUERIES_MIN } from '../../../src/demand/agent-demand/choose-city.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Count } from './shapes.ts';

const DateText = Type.String({ format: 'date' });

export const AgentDemandData = named('AgentDemand', {
  city: Type.String(),
  district: nullable(
    Type.String({
      description:
        'What was asked for, where it is a part of the city, or a place that only lots there ' +
        'name: all figures are of the whole city. null: the city was asked for',
    }),
  ),
  state: nullable(Type.String()),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  timezone: Type.String({ description: 'Of all dates and hours in this answer' }),
  period_days: Count,
  period: Type.String({ description: 'ISO 8601 interval of the first and the last date' }),
  total_agent_queries: Count,
  search_queries: Count,
  conversions: Count,
  conversion_rate_pct: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'conversions in percent of search_queries, one decimal, at most 100',
  }),
  unmet_share: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Of the queries for free spaces, the share that found none, three decimals; null: there ' +
        'were none',
    }),
  ),
  platform_breakdown: Type.Record(Type.String(), Count, {
    description:
      'Queries by platform, as keys are registered: those of dates on which 3 callers used it, ' +
      `or all if it has keys and ${PLATFORM_QUERIES_MIN} queries in the period; ` +
      '`other` is the rest',
  }),
  peak_day: Type.String({ description: 'The weekday with most queries; empty without queries' }),
  peak_day_queries: Count,
  peak_times: Type.Array(
    named('PeakTime', {
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      label: Type.String(),
      query_count: Count,
    }),
    { description: 'Hours, each with its queries of dates on which 3 callers asked in it' },
  ),
  top_search_dates: Type.Array(named('SearchDate', { date: DateText, query_count: Count })),
  top_search_locations: Type.Array(
    named('SearchLocation', {
      location: Type.String({ description: 'A district or street, else the city' }),
      query_count: Count,
      lat: Type.Number(),
      lng: Type.Number(),
    }),
  ),
  coverage_level: Type.Enum(['none', 'minimal', 'partial', 'full'], {
    description:
      'none: no lot. minimal: 1 or 2 lots. partial: fewer than half of the searched cells have a ' +
      'lot within 1 km. full: all else',
  }),
  lot_count: Count,
  daily: Type.Array(
    named('AgentDemandDay', {
      date: DateText,
      query_count: Count,
      search_count: Count,
      unmet_count: Count,
      conversion_count: Count,
    }),
    { description: 'Every date, with what may be told of it' },
  ),
  previous_period: named('PreviousPeriod', {
    period: Type.String({ description: 'As many dates before' }),
    total_agent_queries: Count,
    search_queries: Count,
    conversions: Count,
    change_pct: nullable(
      Type.Number({ description: 'Of total_agent_queries, one decimal; null: there were none' }),
    ),
  }),
});
