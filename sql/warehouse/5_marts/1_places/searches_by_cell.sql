-- One row per mode and cell of stale_searched_cells.
-- The window is the 168 whole hours before the hour of $as_of.
-- key: livemode, cell
-- stale: (livemode, cell) in (from stale_searched_cells)
with searches as (
  from searches_by_cell_hour semi join stale_searched_cells using (livemode, cell)
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
    and hour_at < date_trunc('hour', $as_of::timestamptz)
)
select
  livemode, cell, sum(search_count)::bigint as search_count,
  min(cell_latitude) as latitude, min(cell_longitude) as longitude
from searches
group by all;
