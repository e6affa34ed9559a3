-- One row per world and city with a listed active lot; writes those that differ from the last
-- build.
merge into lots_by_city as mart
using (
  with lots as (
    select livemode, cell from market_rate_by_lot where not is_gone
  ),
  cities as (
    select cell, city_id from fct_cell_cities
  ),
  kept as (
    select * exclude (is_gone, build) from lots_by_city where not is_gone
  ),
  counted as (
    select livemode, city_id, count(*)::integer as lot_count
    from lots join cities using (cell)
    group by all
  ),
  written as (
    select *, false as is_gone from (from counted except from kept)
    union all
    select *, true as is_gone from kept anti join counted using (livemode, city_id)
  )
  select *, $build::integer as build from written
) as written
using (livemode, city_id)
when matched then update by name
when not matched then insert by name;
