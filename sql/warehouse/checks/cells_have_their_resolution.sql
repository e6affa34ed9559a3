-- Rows of marts whose cell is not an H3 cell of resolution 9, as promised.
with lots as (
  select 'market_rate_by_lot' as mart, cell from market_rate_by_lot where not is_gone
),
searches as (
  select 'searches_by_cell' as mart, cell from searches_by_cell where not is_gone
),
wrong as (
  from (from lots union all from searches)
  where cell >> 59 <> 1 or cell_resolution(cell) <> 9
)
select * from wrong;
