-- One row per mode, cell of resolution 8 and day (UTC) of the 28 whole ones before the day of
-- $as_of on which three callers searched there; and one without a day for cells that were searched
-- on none such.
with searched as (
  select distinct livemode, cell_parent(cell, 8) as place
  from searches_by_cell_hour
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
),
crowds as (
  select livemode, label::bigint as place, on_day as day
  from fct_search_crowds
  where dimension = 'cell' and on_day >= $as_of::timestamptz::date - 28
    and on_day < $as_of::timestamptz::date
)
select livemode, place::varchar as cell, day::varchar as day
from searched left join crowds using (livemode, place);
