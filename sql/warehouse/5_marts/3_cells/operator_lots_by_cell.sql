-- One row per operator, world and cell; writes those of stale_cells that differ from the last
-- build.
merge into operator_lots_by_cell as mart
using (
  with lots as (
    select operator_id, livemode, cell from market_rate_by_lot where not is_gone
  ),
  kept as (
    select * exclude (is_gone, build)
    from operator_lots_by_cell semi join stale_cells using (livemode, cell)
    where not is_gone
  ),
  placed as (
    select operator_id, livemode, cell_parent(cell, resolution) as cell
    from lots cross join range(3, 10) as resolutions(resolution)
  ),
  counted as (
    select operator_id, livemode, cell, count(*)::integer as lot_count
    from placed semi join stale_cells using (livemode, cell)
    group by all
  ),
  written as (
    select *, false as is_gone from (from counted except from kept)
    union all
    select *, true as is_gone from kept anti join counted using (operator_id, livemode, cell)
  )
  select *, $build::integer as build from written
) as written
using (operator_id, livemode, cell)
when matched then update by name
when not matched then insert by name;
