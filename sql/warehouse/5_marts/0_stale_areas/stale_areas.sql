-- One row per mode, country and area (by its cell; 0 for what is in no finer one) where batches
-- after those of $…_seen_today change something before the day (UTC) of $as_of; all areas when
-- these are 0, and after new areas.
create or replace temp table stale_areas as
with renewed as (
  select distinct lot_id from fct_lot_changes where batch > $audit_log_seen_today
),
versions as (
  select
    lot_id, batch,
    (
      cell, country, operator_id, space_count,
      not is_deleted and is_listed and status = 'active' and is_counted
    ) as version,
    lag(version) over (partition by lot_id order by audit_id) as version_before
  from fct_lot_changes semi join renewed using (lot_id)
),
changes as (
  select lot_id from versions
  where batch > $audit_log_seen_today and version is distinct from version_before
),
starts as (
  select lot_id from fct_session_starts
  where batch > $audit_log_seen_today and started_at < date_trunc('day', $as_of::timestamptz)
),
lasting as (
  select session_id, lot_id, started_at
  from fct_stays
  where batch > $audit_log_seen_today
    and started_at < date_trunc('day', $as_of::timestamptz)
    and ended_at >= date_trunc('day', $as_of::timestamptz)
),
-- They took their space until this day at the last build, too.
open as (
  select session_id
  from fct_session_starts semi join lasting using (session_id, lot_id, started_at)
),
stays as (
  select lot_id from fct_stays
  where batch > $audit_log_seen_today and ended_at < date_trunc('day', $as_of::timestamptz)
  union
  select lot_id from lasting anti join open using (session_id)
),
payments as (
  select lot_id from fct_paid_stays
  where batch > $audit_log_seen_today and ended_at < date_trunc('day', $as_of::timestamptz)
),
refunds as (
  select lot_id
  from fct_refunds join fct_stays using (session_id)
  where fct_refunds.batch > $audit_log_seen_today
),
counts as (
  select lot_id from fct_occupancy_counts
  where batch > $occupancy_counts_seen_today and hour_at < date_trunc('day', $as_of::timestamptz)
),
declared as (
  select lot_id
  from fct_lot_changes
    semi join (
      from fct_public_figures
      where batch > $audit_log_seen_today
        and declared_at < date_trunc('day', $as_of::timestamptz)
    ) as news using (operator_id)
),
lots as (
  from changes union from starts union from stays union from payments union from refunds
  union from counts union from declared
),
news as (
  select count(*) as new_count from fct_area_cells where batch > $area_cells_seen_today
),
places as (
  select distinct
    livemode, coalesce(country, 'ZZ') as country, fct_lot_changes.cell,
    owners.operator_id is not null as is_declared
  from fct_lot_changes cross join news
    left join lots using (lot_id)
    left join (select distinct operator_id from fct_public_figures) as owners using (operator_id)
  where fct_lot_changes.cell is not null and (new_count > 0 or lots.lot_id is not null)
),
ancestors as (
  select
    livemode, country, places.cell as place, cell_parent(places.cell, resolution) as cell,
    resolution
  from places cross join range(9) as resolutions (resolution)
),
placed as (
  select livemode, country, place, max_by(cell, resolution) as area_cell
  from ancestors
    semi join (from fct_area_cells where kind = 'use') as named using (livemode, country, cell)
  group by all
),
pooled as (
  select livemode, country, coalesce(area_cell, 0) as cell
  from (select livemode, country, cell as place from places)
    left join placed using (livemode, country, place)
),
-- Of lots whose figures are or were public.
own as (
  select livemode, country, cell from places where is_declared
),
-- After new areas also those around them, which their lots have left.
left_areas as (
  select livemode, country, 0 as cell from places cross join news where new_count > 0
  union
  select livemode, country, ancestors.cell
  from ancestors
    semi join (from fct_area_cells where kind = 'use') as named using (livemode, country, cell)
    cross join news
  where new_count > 0
),
touched as (
  from pooled union from own union from left_areas
)
select * from touched;
