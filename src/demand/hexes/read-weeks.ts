import type { Postgres } from '../../stores/postgres.ts';
import type { DisclosedArea, SearchArea } from '../areas/disclosed-area.ts';
import type { Published } from '../tiles/published.ts';

/** Weeks in the 28 days that the hours of the week are of. */
const WEEKS = 4;
const HOURS_PER_WEEK = 168;

type AreaWeek = { country: string; cell: string; occupied_pcts: number[] };
type SearchWeek = {
  cell: string;
  search_counts: number[];
  unmet_counts: number[];
  agent_counts: number[];
};

/**
 * The areas of a publication as they were in 28 whole days, or in one hour of the week of these
 * (null: all hours). Searches are of a week of such hours, so that they compare with other weeks.
 */
export async function readWeeks(
  db: Postgres,
  livemode: boolean,
  { areas, searchAreas }: Pick<Published, 'areas' | 'searchAreas'>,
  hourOfWeek: number | null,
): Promise<{ areas: DisclosedArea[]; searchAreas: SearchArea[] }> {
  const [found] = await db.query<{ areas: AreaWeek[]; searchAreas: SearchWeek[] }>(
    'area_weeks_find',
    {
      livemode,
      countries: areas.map(({ country }) => country),
      cells: areas.map(({ cell }) => cell),
      searchCells: searchAreas.map(({ cell }) => cell),
    },
  );
  const weeks = new Map(found?.areas.map((week) => [`${week.country} ${week.cell}`, week]));
  const searchWeeks = new Map(found?.searchAreas.map((week) => [week.cell, week]));
  const hours = (of: readonly number[]) => (hourOfWeek === null ? of : [of[hourOfWeek] ?? 0]);
  return {
    areas: areas.map((area) => {
      const week = weeks.get(`${area.country} ${area.cell}`);
      if (week === undefined) return { ...area, occupied_pct: null, measured_pct: null };
      const disclosed = hours(week.occupied_pcts);
      return { ...area, occupied_pct: Math.round(sum(disclosed) / disclosed.length) };
    }),
    searchAreas: searchAreas.map((area) => {
      const week = searchWeeks.get(String(area.cell));
      if (week === undefined) return { ...area, ...NOT_DISCLOSED };
      const perWeek = (counts: readonly number[]) => Math.round(sum(hours(counts)) / WEEKS);
      return perHour(area, week, perWeek, hourOfWeek === null ? 1 : HOURS_PER_WEEK);
    }),
  };
}

/** `hours`: how many such hours a week would have, for the comparison with whole weeks. */
function perHour(
  area: SearchArea,
  { search_counts, unmet_counts, agent_counts }: SearchWeek,
  perWeek: (counts: readonly number[]) => number,
  hours: number,
): SearchArea {
  const count = perWeek(search_counts);
  const before = area.search_count ?? 0;
  const asMany = (figure: number | null) =>
    figure === null || before === 0 ? null : Math.round((figure * count * hours) / before);
  return {
    ...area,
    search_count: count,
    unmet_count: perWeek(unmet_counts),
    agent_count: perWeek(agent_counts),
    searcher_count: asMany(area.searcher_count),
    searches_per_million: asMany(area.searches_per_million),
  };
}

const NOT_DISCLOSED = {
  search_count: null,
  unmet_count: null,
  agent_count: null,
  searcher_count: null,
  searches_per_million: null,
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
