-- Mart rows whose cell is no H3 cell of a resolution that the mart promises.
with lots as (
  select 'market_rate_by_lot' as mart, cell, 9 as lowest from market_rate_by_lot where not is_gone
),
cells as (
  select 'market_rate_by_cell' as mart, cell, 3 as lowest from market_rate_by_cell
  where not is_gone
  union all
  select 'operator_lots_by_cell' as mart, cell, 3 as lowest from operator_lots_by_cell
  where not is_gone
  union all
  select 'searches_by_cell' as mart, cell, 3 as lowest from searches_by_cell where not is_gone
),
wrong as (
  from (from lots union all from cells)
  where cell >> 59 <> 1 or cell_resolution(cell) not between lowest and 9
)
select * from wrong;
