-- One row per mode and cell of resolution 8 with searches in the 28 whole days (UTC) before the
-- day of $as_of, or with listed active lots: the cell of its area of searches, 0 where it is in no
-- finer one, and the spaces of these lots. None while nothing of it is stale.
-- only with rows of: stale_searches
create or replace temp table search_places as
with lots as (
  select livemode, cell_parent(cell, 8) as place, coalesce(space_count, 0) as space_count
  from market_rate_by_lot
  where not is_gone and is_counted
    and (select is_searched or is_lotted from stale_searches)
),
searched as (
  select distinct livemode, cell_parent(cell, 8) as place
  from searches_by_cell_hour
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
    and (select is_searched from stale_searches)
),
places as (
  select livemode, place, sum(space_count)::bigint as space_count
  from (from lots union all by name select *, 0 as space_count from searched)
  group by all
),
ancestors as (
  select livemode, place, cell_parent(place, resolution) as cell, resolution
  from places cross join range(9) as resolutions (resolution)
),
placed as (
  select livemode, place, max_by(cell, resolution) as area_cell
  from ancestors
    semi join (from fct_area_cells where kind = 'searches') as own using (livemode, cell)
  group by all
)
select livemode, coalesce(area_cell, 0) as cell, place, space_count
from places left join placed using (livemode, place);
