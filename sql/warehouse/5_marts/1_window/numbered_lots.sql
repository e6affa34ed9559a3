-- One row per listed active lot in a cell of resolution 5 of stale_weeks, with a short number,
-- because groups of lots and hours of the week are many.
create or replace temp table numbered_lots as
with lots as (
  select
    row_number() over ()::integer as number, lot_id, livemode, cell_parent(cell, 6) as cell,
    space_count * 3_600::bigint as hour_seconds
  from market_rate_by_lot
  where not is_gone and (livemode, cell_parent(cell, 5)) in (from stale_weeks)
)
select * from lots;
