-- One row per cell that is an area of its own, and the day (UTC) from which on days are disclosed
-- by it: that on which it was cut. Of what was imported when a country was new, and divided on the
-- day of its first lots, nothing was disclosed before, so all its days are disclosed by that first
-- cut (0001-01-01).
create or replace temp table area_starts as
with firsts as (
  select livemode, coalesce(country, 'ZZ') as country, min(changed_at)::date as first_day
  from fct_lot_changes
  where cell is not null
  group by all
)
select
  kind, livemode, country, cell, area_cells.batch,
  if(
    named_on = min(named_on) over (partition by kind, livemode, country)
      and named_on <= first_day,
    date '0001-01-01', named_on
  ) as since_on
from fct_area_cells as area_cells left join firsts using (livemode, country);
