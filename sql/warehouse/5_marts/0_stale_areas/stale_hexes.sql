-- One row per world and cell of resolution 5 to 9 with a change, start, stay, count or search of a
-- lot or place in it that a new batch brings, or a new crowd; all cells when nothing is seen. Every
-- place where a changed lot has ever been is among them.
create or replace temp table stale_hexes as
with lots as (
  select livemode, cell from fct_lot_changes semi join stale_lots using (lot_id)
  where cell is not null
),
searched as (
  select livemode, cell from fct_searches where batch > $search_log_seen
),
crowds as (
  select livemode, label::bigint as cell
  from fct_search_crowds
  where batch > $search_crowds_seen and dimension = 'cell'
),
places as (
  from lots union from searched
),
cells as (
  select livemode, cell_parent(cell, resolution) as cell
  from places cross join range(5, 10) as resolutions (resolution)
  union
  from crowds
)
select * from cells;
