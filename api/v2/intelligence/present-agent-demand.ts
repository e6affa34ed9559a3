import type { Static } from 'typebox';
import {
  type AgentDemand,
  type DemandGroup,
  totalOf,
} from '../../../src/demand/agent-demand/agent-demand.ts';
import type { DemandDay } from '../../../src/demand/agent-demand/city-demand.ts';
import { WEEKDAYS } from '../../../src/kit/time/days.ts';
import type { AgentDemandData } from './agent-demand-shape.ts';

/** The longest of the lists. */
const TOP_MAX = 10;
/** Platforms that may not be named are added up under this name. */
const OTHER = 'other';
const PERMILLE = 1_000;

export function presentAgentDemand(demand: AgentDemand): Static<typeof AgentDemandData> {
  const { city, days, groups, platforms } = demand;
  const spaceQueryCount = totalOf(days, 'space_query_count');
  const unmetCount = totalOf(days, 'unmet_count');
  return {
    city: city.name,
    district: city.district,
    state: city.state,
    country: city.country,
    timezone: city.timezone,
    period_days: days.length,
    period: `${demand.fromDay}/${demand.toDay}`,
    ...totals(days),
    conversion_rate_pct: Math.min(
      100,
      percent(totalOf(days, 'conversion_count'), totalOf(days, 'search_count')),
    ),
    unmet_share:
      spaceQueryCount === 0
        ? null
        : Math.round((PERMILLE * unmetCount) / spaceQueryCount) / PERMILLE,
    platform_breakdown: breakdown(platforms, totalOf(days, 'query_count')),
    ...peakDay(days),
    peak_times: disclosed(groups, 'hour')
      .map(({ label, query_count }) => ({ hour: Number(label), query_count }))
      .sort((a, b) => b.query_count - a.query_count || a.hour - b.hour)
      .slice(0, TOP_MAX)
      .map(({ hour, query_count }) => ({ hour, label: hourLabel(hour), query_count })),
    top_search_dates: disclosed(groups, 'wanted_on')
      .slice(0, TOP_MAX)
      .map(({ label, query_count }) => ({ date: label, query_count })),
    top_search_locations: demand.places.map(({ lat, lng, name, queryCount }) => ({
      location: name ?? city.name,
      query_count: queryCount,
      lat,
      lng,
    })),
    coverage_level: demand.coverage,
    lot_count: city.lotCount,
    daily: days.map(({ on_day, query_count, search_count, unmet_count, conversion_count }) => ({
      date: on_day,
      query_count,
      search_count,
      unmet_count,
      conversion_count,
    })),
    previous_period: previousPeriod(demand),
  };
}

function totals(days: readonly DemandDay[]) {
  return {
    total_agent_queries: totalOf(days, 'query_count'),
    search_queries: totalOf(days, 'search_count'),
    conversions: totalOf(days, 'conversion_count'),
  };
}

function previousPeriod({ days, daysBefore }: AgentDemand) {
  const [now, before] = [totalOf(days, 'query_count'), totalOf(daysBefore, 'query_count')];
  return {
    period: `${daysBefore[0]?.on_day}/${daysBefore.at(-1)?.on_day}`,
    ...totals(daysBefore),
    change_pct: before === 0 ? null : percent(now - before, before),
  };
}

/** One decimal; 0 of nothing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((PERMILLE * part) / whole) / 10;
}

function disclosed(groups: readonly DemandGroup[], dimension: DemandGroup['dimension']) {
  return groups.filter((group) => group.dimension === dimension && group.query_count > 0);
}

/** What is left of all queries is of platforms that may not be named, or are not known. */
function breakdown(named: AgentDemand['platforms'], total: number): Record<string, number> {
  const counts = new Map(named.map(({ label, queryCount }) => [label, queryCount]));
  const left = total - named.reduce((sum, { queryCount }) => sum + queryCount, 0);
  if (left > 0) counts.set(OTHER, (counts.get(OTHER) ?? 0) + left);
  return Object.fromEntries(counts);
}

/** Of consecutive dates. */
function peakDay(days: readonly DemandDay[]) {
  const first = new Date(`${days[0]?.on_day}T00:00:00Z`).getUTCDay();
  const counts = WEEKDAYS.map((name) => ({ name, count: 0 }));
  for (const [i, { query_count }] of days.entries()) {
    const weekday = counts[(first + i) % WEEKDAYS.length];
    if (weekday !== undefined) weekday.count += query_count;
  }
  const peak = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return { peak_day: peak.count === 0 ? '' : peak.name, peak_day_queries: peak.count };
}

/** `8 AM`, `12 PM`. */
function hourLabel(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
