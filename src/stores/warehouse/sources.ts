/** An append-only table of Postgres that is drained into a raw table of the warehouse. */
export type Source = {
  name: string;
  /**
   * The query of Postgres that reads its rows after a position, with the columns of `table`. Its
   * planner does not see how many: of a table that was never analysed it expects few, and would
   * sort all that are left for each batch, not walk the index.
   */
  read: string;
  table: string;
  /** The name of the refresh step that drains it. */
  step: string;
};

/** Drained after the others, by the step that makes areas of what these have brought. */
export const AREA_CELLS: Source = {
  name: 'area_cells',
  read: 'area_cells_read_batch',
  table: 'raw_area_cells',
  step: 'drain-areas',
};

/** Drained after the others, too, by the step that reads the hours that these have brought. */
export const ORDINARY_DAYS: Source = {
  name: 'ordinary_days',
  read: 'ordinary_days_read_batch',
  table: 'raw_ordinary_days',
  step: 'drain-hours',
};

/**
 * In the order in which they are drained. Counts come before audit rows, so that the audit rows of
 * the lots that were counted are there, too: a lot is committed before anything is counted on it.
 */
export const SOURCES: readonly Source[] = [
  {
    name: 'occupancy_counts',
    read: 'occupancy_counts_read_batch',
    table: 'raw_occupancy_counts',
    step: 'drain-counts',
  },
  { name: 'audit_log', read: 'audit_read_batch', table: 'raw_audit', step: 'drain-audit' },
  {
    name: 'search_log',
    read: 'searches_read_batch',
    table: 'raw_searches',
    step: 'drain-searches',
  },
  {
    name: 'conversions',
    read: 'conversions_read_batch',
    table: 'raw_conversions',
    step: 'drain-conversions',
  },
  {
    name: 'search_crowds',
    read: 'search_crowds_read_batch',
    table: 'raw_search_crowds',
    step: 'drain-crowds',
  },
  {
    name: 'cell_cities',
    read: 'cell_cities_read_batch',
    table: 'raw_cell_cities',
    step: 'drain-cities',
  },
  AREA_CELLS,
  ORDINARY_DAYS,
];

/** The raw table of a source. */
export function tableOf(source: string): string {
  const table = SOURCES.find(({ name }) => name === source)?.table;
  if (table === undefined) throw new Error(`there is no source ${source}`);
  return table;
}
