import { UNKNOWN_PLATFORM } from '../../access/principals/principal.ts';
import { PLATFORM_QUERIES_MIN } from './choose-city.ts';
import type { CityDemand, DemandDay, PlatformDays } from './city-demand.ts';

/** What may be disclosed of some dates. */
export type DisclosedDemand = {
  days: DemandDay[];
  /** Platforms that may be named, the one with most queries first. */
  platforms: { label: string; queryCount: number }[];
};

/**
 * What may be disclosed of the dates from index `from` up to index `to`. All queries of a date are
 * disclosed on which three callers asked; of another date those of platforms that have keys and at
 * least ten queries in the period. All else is withheld, so that no two periods differ by what one
 * or two callers did. A platform is named for its queries on dates on which three callers used it,
 * or for all when it has keys and ten.
 */
export function disclosedDemand(
  { days, platforms }: Pick<CityDemand, 'days' | 'platforms'>,
  from: number,
  to: number,
): DisclosedDemand {
  const period = platforms.map((platform) => ({
    ...platform,
    days: platform.days.filter(({ day }) => day >= from && day < to),
  }));
  const large = period.filter(isLarge);
  return {
    days: days.slice(from, to).map((day, i) => disclosedDay(day, large, from + i)),
    platforms: period
      .filter(({ label }) => label !== UNKNOWN_PLATFORM)
      .map((platform) => ({
        label: platform.label,
        queryCount: queriesOn(
          platform.days.filter(({ has_crowd }) => has_crowd || large.includes(platform)),
        ),
      }))
      .filter(({ queryCount }) => queryCount > 0)
      .sort((a, b) => b.queryCount - a.queryCount || (a.label < b.label ? -1 : 1)),
  };
}

function isLarge({ is_registered, days }: PlatformDays): boolean {
  return is_registered && queriesOn(days) >= PLATFORM_QUERIES_MIN;
}

function queriesOn(days: PlatformDays['days']): number {
  return days.reduce((sum, { query_count }) => sum + query_count, 0);
}

/** Bookings are known for all queries of a date together. */
function disclosedDay(all: DemandDay, large: readonly PlatformDays[], day: number): DemandDay {
  if (all.has_crowd) return all;
  const disclosed = { ...all, ...noQueries };
  for (const { days } of large)
    for (const own of days.filter((one) => one.day === day)) {
      disclosed.query_count += own.query_count;
      disclosed.search_count += own.search_count;
      disclosed.space_query_count += own.space_query_count;
      disclosed.unmet_count += own.unmet_count;
    }
  return disclosed.query_count === all.query_count ? all : disclosed;
}

const noQueries = {
  query_count: 0,
  search_count: 0,
  space_query_count: 0,
  unmet_count: 0,
  conversion_count: 0,
};
