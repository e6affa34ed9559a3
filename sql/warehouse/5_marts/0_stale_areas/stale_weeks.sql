-- One row per world and cell of resolution 5 to 7 that a new batch touches before the day (UTC) of
-- $as_of: with a lot, a stay, a count, a search or a crowd. All cells when nothing is seen.
create or replace temp table stale_weeks as
with changes as (
  select lot_id from fct_lot_changes where batch > $audit_log_seen
),
starts as (
  select lot_id from fct_session_starts
  where batch > $audit_log_seen and started_at < date_trunc('day', $as_of::timestamptz)
),
stays as (
  select lot_id from fct_stays
  where batch > $audit_log_seen and started_at < date_trunc('day', $as_of::timestamptz)
),
counts as (
  select lot_id from fct_occupancy_counts
  where batch > $occupancy_counts_seen and hour_at < date_trunc('day', $as_of::timestamptz)
),
touched as (
  from changes union from starts union from stays union from counts
),
lots as (
  select livemode, cell from fct_lot_changes semi join touched using (lot_id)
  where cell is not null
),
searches as (
  select livemode, cell from fct_searches
  where batch > $search_log_seen and searched_at < date_trunc('day', $as_of::timestamptz)
),
places as (
  from lots union from searches
),
crowds as (
  select livemode, label::bigint as cell
  from fct_search_crowds
  where batch > $search_crowds_seen and dimension = 'cell'
),
cells as (
  select livemode, cell_parent(cell, resolution) as cell
  from places cross join range(5, 8) as resolutions (resolution)
  union
  select livemode, cell from crowds where cell_resolution(cell) < 8
)
select * from cells;
