-- Worlds in which the cells of resolution 5 together have other lots, or lots with other minutes,
-- than market_rate_by_lot.
with cells as (
  from hexes where not is_gone and cell_resolution(cell) = 5
),
lots as (
  from market_rate_by_lot where not is_gone
),
by_cell as (
  select
    livemode, sum(lot_count) as lot_count, sum(space_count) as space_count,
    sum(occupied_minutes) as occupied_minutes, sum(known_minutes) as known_minutes
  from cells
  where lot_count > 0
  group by all
),
by_lot as (
  select
    livemode, count(*) as lot_count, sum(space_count) as space_count,
    sum(occupied_minutes) as occupied_minutes, sum(known_minutes) as known_minutes
  from lots
  group by all
),
differing as (
  (from by_cell except from by_lot) union all (from by_lot except from by_cell)
)
select * from differing;
