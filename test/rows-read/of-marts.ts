import { gridDisk, latLngToCell } from 'h3-js';
import { HEAD_BYTES } from '../../src/kit/forecast/lot-facts.ts';
import { cellRange } from '../../src/kit/geo/cells.ts';
import { CITY } from './fill.ts';
import {
  daysAgo,
  few,
  json,
  lotId,
  lotIds,
  POSITIONS,
  type Sample,
  upTo,
  type Values,
} from './sample.ts';

const PART = 'reads on in batches';
/** The cells of this resolution around the city: as many as 3 n (n + 1) + 1. */
const around = (resolution: number, n: number) =>
  gridDisk(latLngToCell(CITY.latitude, CITY.longitude, resolution), n).map((cell) =>
    BigInt(`0x${cell}`),
  );
function rangesOf(cells: bigint[]) {
  const ranges = cells.map(cellRange);
  return { lows: ranges.map(({ low }) => low), highs: ranges.map(({ high }) => high) };
}
const AREAS = around(7, 3);
const TILES = rangesOf(around(6, 1));
const IN_TILES = 'reads all lots of its tiles';
const IN_AREAS = { area_lows: AREAS, area_highs: AREAS };
const CELL = String(AREAS[0]);
const AREA = json([{ livemode: true, country: 'CA', cell: CELL }]);
const MONTHS = { from_month: '2020-01-01', to_month: '2020-12-01' };

const SEARCH: Values = {
  at: daysAgo(0),
  livemode: true,
  kind: 'search',
  cell: String(around(9, 0)[0]),
  cell_latitude: 43.6,
  cell_longitude: -79.4,
  radius_m: 1_000,
  found_lot_count: 1,
  available_lot_count: 0,
  ip: '192.0.2.1',
  ...CITY,
};
const SITE = {
  livemode: true,
  cell: CELL,
  ...CITY,
  unmet_searches: 10,
  caller_count: 3,
  suggested_spaces: 1,
  from_at: daysAgo(1),
  to_at: daysAgo(0),
};

/** Searches, what the pipelines write and publish, and what the API reads of it. */
export const OF_MARTS: Record<string, Sample> = {
  agent_demand_find: few({
    city_id: 7,
    unknown_platform: 'other',
    before_day: daysAgo(40),
    from_day: daysAgo(20),
    to_day: daysAgo(0),
  }),
  archive_files_insert: few({
    source: 'audit',
    first_batch: 1_001,
    last_batch: 1_001,
    first_tx: '1',
    first_id: 1,
    last_tx: '2',
    last_id: 2,
    row_count: 1,
    file_name: 'new',
    byte_count: 1,
    sha256: '0'.repeat(64),
  }),
  archive_files_list: upTo(['archive_files'], 'lists all files of the archive, for a command'),
  archive_files_mark: few({ file_name: 'file 1', damage: 'gone' }),
  archive_files_replace: few({
    file_name: 'new',
    damaged_name: 'file 1',
    byte_count: 1,
    sha256: '0'.repeat(64),
  }),
  area_cells_insert: few({
    rows: json([{ kind: 'use', livemode: true, country: 'CA', cell: '0' }]),
    named_on: daysAgo(0),
  }),
  area_cells_list: upTo(['area_cells'], 'all areas, for a rebuild'),
  area_cells_read_batch: upTo(1_000, PART, ...POSITIONS),
  area_forecasts_list: upTo(['areas', 'area_forecasts'], 'compares all areas with all forecasts'),
  area_forecasts_mark_due: few({ areas: AREA }),
  area_forecasts_put: few({
    rows: json([
      {
        livemode: true,
        country: 'CA',
        cell: CELL,
        currency: 'cad',
        has_history: true,
        made_for: 'x',
        made_at: daysAgo(0),
        due_at: daysAgo(0),
        figures: '00',
      },
    ]),
  }),
  area_forecasts_remove: few({ areas: AREA }),
  area_history_find: few({
    countries: AREAS.map(() => 'CA'),
    cells: AREAS,
    ...MONTHS,
    is_use: true,
    is_price: false,
  }),
  area_weeks_find: few({ countries: AREAS.map(() => 'CA'), cells: AREAS, search_cells: AREAS }),
  cities_list_known: few({ city_ids: [1, 2, 900], unknown_platform: 'other', queries_min: 10 }),
  forecast_area_lots_find: few({ lot_ids: lotIds(50) }),
  forecast_lots_find: few({ lot_ids: lotIds(50) }),
  forecast_lots_list: upTo(['lots', 'lot_forecasts'], 'looks for lots without a forecast', {
    lot_count_max: 20_000,
  }),
  forecast_tiles_find: upTo(200, IN_TILES, {
    ...{ ...TILES, ...IN_AREAS, head_bytes: HEAD_BYTES },
    ...{ seed: '7', marks: null },
  }),
  forecasts_find: few({ lot_ids: lotIds(50) }),
  forecasts_list_gone: upTo(['lots', 'lot_forecasts'], 'compares all forecasts with all lots'),
  forecasts_list_like: few({
    lots: json(
      [7, 8].map((resolution) => ({
        key: String(resolution),
        ...rangeOf(resolution),
        lot_type: 'surface',
        space_count: 10,
      })),
    ),
    lot_count_max: 8,
  }),
  forecasts_mark_due: few({ lot_ids: lotIds(50) }),
  forecasts_put: few({
    rows: json([
      {
        lot_id: lotId(1),
        livemode: true,
        cell: CELL,
        space_count: 1,
        has_history: true,
        made_at: daysAgo(0),
        due_at: daysAgo(0),
        figures: '00',
      },
    ]),
  }),
  forecasts_remove: few({ lot_ids: lotIds(50) }),
  grants_declare: few({ api: 'a', pipelines: 'b' }),
  grants_declare_accounts: few({ api: 'a', pipelines: 'b' }),
  grants_declare_courier: few({ courier: 'c' }),
  grants_list_missing: upTo(30_000, 'compares all rights of all tables and columns', {
    declared: '[]',
    pipelines: 'b',
  }),
  health_find_marts: few({ age_seconds_max: 600 }),
  health_find_pipelines: upTo(['archive_files'], 'adds up the files of the archive'),
  lots_read: few(
    { lot_ids: [], ...rangesOf(around(8, 9)) },
    { lot_ids: lotIds(50), lows: [], highs: [] },
  ),
  market_tiles_find: upTo(200, IN_TILES, {
    ...{ ...TILES, ...IN_AREAS },
    ...{ seed: '7', marks: null, own_marks: null, has_terms: true },
  }),
  marts_put: few({
    mart: 'search_surges',
    rows: json([{ livemode: true, cell: CELL, surge_pct: 110, until_at: daysAgo(0) }]),
  }),
  marts_remove: upTo(['search_surges'], 'of a small mart, reads all to find what goes', {
    mart: 'search_surges',
    rows: json([{ livemode: true, cell: CELL }]),
  }),
  marts_search_surges_replace: upTo(['search_surges'], 'replaces all surges', {
    rows: json([]),
    as_of: daysAgo(0),
  }),
  ordinary_days_insert: few({ hours: ['24/7', 'Mo 08:00-10:00'], minutes: [1_440, 120] }),
  ordinary_days_read_batch: upTo(1_000, PART, ...POSITIONS),
  own_forecasts_find: few({ lot_ids: lotIds(50) }),
  projection_sites_compute: upTo(['search_log', 'search_callers'], 'counts the searches of a day'),
  projection_sites_find_run: upTo(['projection_sites'], 'counts all sites'),
  projection_sites_list_features: few({ after: CELL }),
  projection_sites_replace: upTo(['projection_sites'], 'replaces all sites', {
    sites: json([SITE]),
  }),
  public_holidays_list: few({ days: ['2026-01-01', '2026-01-02'] }),
  public_holidays_put: upTo(['public_holidays'], 'removes all that are over', {
    from_day: daysAgo(99),
    places: json([{ country: 'CA', state: 'S1' }]),
    holidays: json([{ country: 'CA', state: 'S1', day: '2030-01-01', name: 'Day' }]),
  }),
  lock_list_holders: few({ waiting_pid: null, advisory_lock: 7_105_201 }),
  publication_hold: few({ publication_id: 'x', as_of: daysAgo(0) }),
  publication_replace: few({
    publication_id: 'x',
    watermark_tx: '1',
    watermark_id: 1,
    as_of: daysAgo(0),
  }),
  reading_positions_lock: few({ reader: 'conversions' }),
  reading_positions_move: few({ reader: 'conversions', tx: '1', id: '1' }),
  quarantine_note: few({ quarantine: '{}' }),
  refresh_status_fail: few({ sources: '{}', failure: 'x', failing: '[]', waiting: [] }),
  refresh_status_rest: few({ read_until: null }),
  refresh_status_succeed: few({
    duration_ms: 1,
    steps: '[]',
    sources: '{}',
    warehouse_rows: 1,
    warehouse_bytes: 1,
  }),
  schema_dump: upTo(50_000, 'reads the whole schema, for tests'),
  search_callers_sweep: upTo(100, 'deletes who searched a day ago'),
  search_crowds_find: upTo(20_000, PART, ...POSITIONS),
  search_crowds_read_batch: upTo(1_000, PART, ...POSITIONS),
  search_history_find: few({ cells: AREAS, ...MONTHS }),
  search_log_add_days: few({ days_ahead: 1 }),
  search_log_drop_day: few({ days_kept: 5 }),
  search_log_find_due: few({ days_kept: 5, tx: '1', id: '1' }),
  search_log_insert: few({
    rows: json([SEARCH, { ...SEARCH, key_id: 'key_1', operator_id: 'op_1', agent_platform: 'x' }]),
    searches_surging_max: 3,
    searches_counted_max: 10,
  }),
  searches_read_batch: upTo(1_000, PART, ...POSITIONS),
  status_find: upTo(['archive_files'], 'adds up the files of the archive, for a command', {
    lock: 1,
  }),
  surges_find: few({ cells: AREAS }),
};

function rangeOf(resolution: number) {
  const { low, high } = cellRange(around(resolution, 0)[0] ?? 0n);
  return { low: String(low), high: String(high) };
}
