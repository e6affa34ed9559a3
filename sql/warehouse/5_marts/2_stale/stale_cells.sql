-- One row per world and cell of resolution 3 to 9 where a lot that the build changed lies or lay.
create or replace temp table stale_cells as
with lots as (
  select lot_id from market_rate_by_lot where build = $build
),
places as (
  select livemode, cell
  from fct_lot_changes semi join lots using (lot_id)
  where not is_deleted
),
parents as (
  select distinct livemode, cell_parent(cell, resolution) as cell
  from places cross join range(3, 10) as resolutions(resolution)
)
select * from parents;
