-- One row per world, cell and hour; adds the searches of the batches ($from, $through].
merge into searches_by_cell_hour as total
using (
  with searches as (
    from fct_searches where batch > $from and batch <= $through
  ),
  added as (
    select
      livemode, cell, date_trunc('hour', searched_at) as hour_at,
      min(cell_latitude) as cell_latitude,
      min(cell_longitude) as cell_longitude,
      count(*) as search_count
    from searches
    group by all
  )
  select * from added
) as added
using (livemode, cell, hour_at)
when matched then update set search_count = total.search_count + added.search_count
when not matched then insert by name;
