-- Operators and resolutions at which the operator's cells do not add up to its lots.
with lots as (
  from market_rate_by_lot where not is_gone
),
cells as (
  from operator_lots_by_cell where not is_gone
),
by_lot as (
  select operator_id, livemode, resolution::bigint as resolution, count(*) as lot_count
  from lots cross join range(3, 10) as resolutions(resolution)
  group by all
),
by_cell as (
  select operator_id, livemode, cell_resolution(cell) as resolution, sum(lot_count) as lot_count
  from cells
  group by all
),
differing as (
  (from by_lot except from by_cell) union all (from by_cell except from by_lot)
)
select * from differing;
