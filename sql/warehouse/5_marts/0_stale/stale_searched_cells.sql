-- One row per world and cell of resolution 3 to 9 with a search in the batches after $search_built
-- that lies before the hour of $as_of; all cells ever searched when it is 0.
create or replace temp table stale_searched_cells as
with searches as (
  select distinct livemode, cell
  from fct_searches
  where batch > $search_built and searched_at < date_trunc('hour', $as_of::timestamptz)
),
parents as (
  select distinct livemode, cell_parent(cell, resolution) as cell
  from searches cross join range(3, 10) as resolutions(resolution)
)
select * from parents;
