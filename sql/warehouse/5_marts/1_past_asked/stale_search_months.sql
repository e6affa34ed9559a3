-- One row per mode, area of searches and month (by its first day, UTC) where stale_search_days
-- changes a day. After new areas also all areas since these were cut: what told of those days
-- before may tell of less, or of nothing.
-- only with rows of: stale_search_days
create or replace temp table stale_search_months as
with touched as (
  select distinct livemode, cell, date_trunc('month', day)::date as month from stale_search_days
),
renewed as (
  select livemode, date_trunc('month', min(since_on))::date as since_month
  from area_starts
  where kind = 'searches' and batch > $area_cells_built
  group by all
),
spans as (
  select livemode, place, cell, since_on, until_on from area_spans where kind = 'searches'
),
-- Of what may be touched: cells of resolution 9, and of 8.
touchable as (
  from spans
  union all
  select distinct * replace (cell_parent(place, 8) as place) from spans
)
select touched.livemode, touchable.cell, month
from touched join touchable
  on touched.livemode = touchable.livemode and touched.cell = place
    and since_on < month + interval 1 month and until_on > month
union
select livemode, renewable.cell, month
from (select distinct livemode, cell from spans) as renewable
  join renewed using (livemode)
  join (select distinct livemode, month from touched) as months using (livemode)
where month >= since_month;
