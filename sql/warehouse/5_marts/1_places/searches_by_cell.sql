-- One row per world and cell; writes those of stale_searched_cells that differ from the last build.
-- The window is the 168 whole hours before the hour of $as_of.
merge into searches_by_cell as mart
using (
  with searches as (
    from searches_by_cell_hour semi join stale_searched_cells using (livemode, cell)
    where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
      and hour_at < date_trunc('hour', $as_of::timestamptz)
  ),
  kept as (
    select * exclude (is_gone, build)
    from searches_by_cell semi join stale_searched_cells using (livemode, cell)
    where not is_gone
  ),
  searched as (
    select
      livemode, cell, sum(search_count)::bigint as search_count,
      min(cell_latitude) as latitude, min(cell_longitude) as longitude
    from searches
    group by all
  ),
  written as (
    select *, false as is_gone from (from searched except from kept)
    union all
    select *, true as is_gone from kept anti join searched using (livemode, cell)
  )
  -- In the order of the stored rows: changing them in any other takes fifty times as long.
  select written.*, $build::integer as build
  from written left join searches_by_cell as stored using (livemode, cell)
  order by stored.rowid
) as written
using (livemode, cell)
when matched then update by name
when not matched then insert by name;
