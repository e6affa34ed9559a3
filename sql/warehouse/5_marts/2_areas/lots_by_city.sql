-- One row per mode and city with a listed active lot.
-- key: livemode, city_id
-- stale: true
with lots as (
  select livemode, cell from market_rate_by_lot where not is_gone and is_counted
),
cities as (
  select cell, city_id from fct_cell_cities
)
select livemode, city_id, count(*)::integer as lot_count
from lots join cities using (cell)
group by all;
