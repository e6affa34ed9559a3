import type { Percentile } from '../../src/demand/areas/demand-score.ts';
import { cellAt, cellParent } from '../../src/kit/geo/cells.ts';
import type { HistoryWorld } from '../sql/history-world.ts';

// Countries of areas in which callers search, and what the warehouse makes of them: the callers of
// each area, and the percentiles of the country.

/** Callers in a place (a cell of resolution 8) on a day, and their searches, at most 20 of each. */
type SearchedDay = { operators: number; networks: number; searches: number };
/** Spaces of the lots of an area, and the last seven whole days in each of its places. */
export type SearchedArea = { lots: number[]; places: SearchedDay[][] };
export type SearchedCountry = readonly SearchedArea[];
export type SearchedFigures = { callers: (number | null)[]; percentiles: Percentile[] };

const AS_OF = '2026-03-20T12:00:00Z';
const LAST_DAY = '2026-03-19 10:00:00Z';
/** With three callers a day is disclosed. */
const CROWD_CALLERS_MIN = 3;
/** Far enough apart for areas (cells of resolution 5), and near enough to be in one of them. */
const RESOLUTION = 5;
const [SPIRAL_POINTS, PLACE_DEGREES] = [100_000, 0.02];
const GOLDEN_ANGLE = 180 * (3 - Math.sqrt(5));

/** A point of a spiral around the globe, without the poles. */
function pointOf(number: number): { lat: number; lng: number } {
  const height = 0.9 * (1 - (2 * number + 1) / SPIRAL_POINTS);
  const lng = (number * GOLDEN_ANGLE) % 360;
  return { lat: (180 * Math.asin(height)) / Math.PI, lng: lng > 180 ? lng - 360 : lng };
}

/** Runs the models of the warehouse over countries that know nothing of each other. */
export async function searchedFigures(
  world: HistoryWorld,
  countries: readonly SearchedCountry[],
): Promise<SearchedFigures[]> {
  const areas = countries.flatMap((country, c) =>
    country.map((area) => ({ ...area, country: `C${c}` })),
  );
  const placed = areas.map((area, i) => {
    const { lat, lng } = pointOf(i);
    const cells = area.places.map((_, n) => String(cellAt(lat + n * PLACE_DEGREES, lng)));
    return { ...area, cells, cell: cells[0] ?? '' };
  });
  await world.empty();
  await write(world, placed);
  await world.build(AS_OF);
  const found = await world.rows<{ cell: string; searcher_count: string | null }>(
    `select cell, searcher_count from search_areas where not is_gone`,
  );
  const callers = new Map(found.map((row) => [row.cell, row.searcher_count]));
  const ranks = await world.rows<Percentile>(
    `select country, percentile, searcher_count::double as searcher_count
     from search_percentiles where not is_gone order by percentile`,
  );
  const byCountry = Map.groupBy(ranks, ({ country }) => country);
  return countries.map((_, c) => ({
    callers: placed
      .filter(({ country }) => country === `C${c}`)
      .map(({ cell }) => numberOf(callers.get(String(cellParent(BigInt(cell), RESOLUTION))))),
    percentiles: byCountry.get(`C${c}`) ?? [],
  }));
}

const numberOf = (text: string | null | undefined) => (text ? Number(text) : null);

type PlacedArea = SearchedArea & { country: string; cell: string; cells: string[] };

async function write(world: HistoryWorld, areas: readonly PlacedArea[]): Promise<void> {
  await world.sql(`
    insert into fct_area_cells by name
    select 1 as batch, 'searches' as kind, true as livemode, '' as country,
      cell_parent(cell, ${RESOLUTION}) as cell, date '2026-01-01' as named_on
    from ${rowsOf({ cell: 'BIGINT' }, areas)}`);
  const lots = areas.flatMap(({ country, cell, lots }) =>
    lots.map((space_count) => ({ country, cell, space_count })),
  );
  await world.sql(`
    insert into fct_lot_changes by name
    select 1 as batch, row_number() over () as audit_id, uuid() as lot_id, true as livemode,
      timestamptz '2026-01-05 00:00:00Z' as changed_at, false as is_deleted, 'op' as operator_id,
      cell, 0 as latitude, 0 as longitude, country, space_count, 300 as rate_minor,
      'hour' as rate_unit, 'cad' as currency, 'active' as status, true as is_listed
    from ${rowsOf({ country: 'VARCHAR', cell: 'BIGINT', space_count: 'INTEGER' }, lots)}`);
  const days = areas.flatMap(({ places, cells }) =>
    places.flatMap((place, n) =>
      place.map((day, daysAgo) => ({ ...day, cell: cells[n] ?? '', daysAgo })),
    ),
  );
  await world.sql(`
    create or replace temp table days as
    select * exclude (daysAgo), timestamptz '${LAST_DAY}' - to_days(daysAgo) as hour_at
    from ${rowsOf(DAY_COLUMNS, days)}
    where operators + networks > 0;
    insert into searches_by_cell_hour by name
    select true as livemode, cell, hour_at, 0 as cell_latitude, 0 as cell_longitude,
      searches as search_count, 0 as unmet_count, 0 as agent_count, 0 as operator_search_count,
      0 as network_search_count, operators as operator_count, networks as network_count
    from days;
    insert into fct_search_crowds by name
    select 1 as batch, row_number() over () as crowd_id, true as livemode,
      hour_at::date as on_day, 'cell' as dimension, cell_parent(cell, 8)::varchar as label
    from days
    where operators + networks >= ${CROWD_CALLERS_MIN}`);
}

const DAY_COLUMNS = {
  cell: 'BIGINT',
  daysAgo: 'INTEGER',
  operators: 'INTEGER',
  networks: 'INTEGER',
  searches: 'INTEGER',
};

/** Rows with these columns, as a subquery. */
function rowsOf(columns: Record<string, string>, rows: readonly object[]): string {
  const json = JSON.stringify(rows).replaceAll("'", "''");
  return `(
    select unnest(from_json('${json}', '[${JSON.stringify(columns)}]'), recursive := true)
  ) as given`;
}
