-- One row per world and cell of resolution 5 and 6 of which batches after those of $…_seen_today
-- change something before the day (UTC) of $as_of; all cells when these are 0. The parent of a cell
-- is always among them, and so is every place where a changed lot has ever been.
create or replace temp table stale_weeks as
with renewed as (
  select distinct lot_id from fct_lot_changes where batch > $audit_log_seen_today
),
versions as (
  select
    lot_id, batch,
    (is_deleted, cell, space_count, status, is_listed) as version,
    lag(version) over (partition by lot_id order by audit_id) as version_before
  from fct_lot_changes semi join renewed using (lot_id)
),
changes as (
  select lot_id from versions
  where batch > $audit_log_seen_today and version is distinct from version_before
),
starts as (
  select session_id, lot_id, started_at from fct_session_starts
  where batch > $audit_log_seen_today and started_at < date_trunc('day', $as_of::timestamptz)
),
ends as (
  select session_id, lot_id, started_at, ended_at from fct_stays
  where batch > $audit_log_seen_today and started_at < date_trunc('day', $as_of::timestamptz)
),
-- A stay that was known as open took the same time before today.
stays as (
  select lot_id from ends where ended_at < date_trunc('day', $as_of::timestamptz)
  union all
  select lot_id from ends anti join fct_session_starts using (session_id, started_at)
),
counts as (
  select lot_id from fct_occupancy_counts
  where batch > $occupancy_counts_seen_today and hour_at < date_trunc('day', $as_of::timestamptz)
),
lots as (
  select lot_id from changes union select lot_id from starts union from stays union from counts
),
searches as (
  select livemode, cell from fct_searches
  where batch > $search_log_seen_today and searched_at < date_trunc('day', $as_of::timestamptz)
),
-- A crowd is found for one resolution at a time, perhaps long after that of its parent.
crowds as (
  select livemode, label::bigint as cell
  from fct_search_crowds
  where batch > $search_crowds_seen_today and dimension = 'cell'
    and on_day < $as_of::timestamptz::date
),
places as (
  select livemode, cell from fct_lot_changes semi join lots using (lot_id) where cell is not null
  union from searches
  union from crowds
),
cells as (
  select distinct livemode, cell_parent(cell, resolution) as cell
  from places cross join range(5, 7) as resolutions (resolution)
  where resolution <= cell_resolution(cell)
)
select * from cells;
