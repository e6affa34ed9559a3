-- One row per world and cell of resolution 5 to 7; writes those of stale_weeks that differ from the
-- last build. A cell has what its children have together.
merge into hex_weeks as mart
using (
  with searches as (
    select
      livemode, cell_parent(cell, 7) as cell,
      (epoch_us(hour_at) // 3_600_000_000 + 72) % 168 as hour_of_week,
      search_count, unmet_count, agent_count
    from searches_by_cell_hour
    where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
      and hour_at < date_trunc('day', $as_of::timestamptz)
  ),
  crowds as (
    select distinct livemode, label::bigint as cell, true as has_crowd
    from fct_search_crowds
    where dimension = 'cell' and on_day < $as_of::timestamptz::date
      and on_day >= $as_of::timestamptz::date - 28
  ),
  kept as (
    select * exclude (is_gone, build)
    from hex_weeks semi join stale_weeks using (livemode, cell)
    where not is_gone
  ),
  searched as (
    from searches where (livemode, cell_parent(cell, 5)) in (from stale_weeks)
  ),
  hours as (
    from searched union all by name from occupancy_by_week_hour
  ),
  cells as (
    select * replace (cell_parent(cell, resolution) as cell)
    from hours cross join range(5, 8) as resolutions (resolution)
  ),
  by_hour as (
    select
      livemode, cell, hour_of_week,
      coalesce(sum(search_count), 0)::bigint as searches,
      coalesce(sum(unmet_count), 0)::bigint as unmet,
      coalesce(sum(agent_count), 0)::bigint as agents,
      coalesce(sum(occupied_seconds), 0)::bigint as occupied,
      coalesce(sum(known_seconds), 0)::bigint as known,
      coalesce(sum(measured_seconds), 0)::bigint as measured
    from cells semi join stale_weeks using (livemode, cell)
    group by all
  ),
  filled as (
    select livemode, cell, hour_of_week, searches, unmet, agents, occupied, known, measured
    from by_hour
    union all
    select livemode, cell, hour_of_week, 0, 0, 0, 0, 0, 0
    from (select distinct livemode, cell from by_hour)
      cross join range(168) as hours_of_week (hour_of_week)
  ),
  whole as (
    select
      livemode, cell, hour_of_week, sum(searches)::bigint as searches,
      sum(unmet)::bigint as unmet, sum(agents)::bigint as agents,
      sum(occupied)::bigint as occupied, sum(known)::bigint as known,
      sum(measured)::bigint as measured
    from filled
    group by all
  ),
  weeks as (
    select
      livemode, cell,
      list(searches order by hour_of_week) as search_counts,
      list(unmet order by hour_of_week) as unmet_counts,
      list(agents order by hour_of_week) as agent_counts,
      list(occupied order by hour_of_week) as occupied_seconds,
      list(known order by hour_of_week) as known_seconds,
      list(measured order by hour_of_week) as measured_seconds
    from whole
    group by all
  ),
  judged as (
    select weeks.*, coalesce(has_crowd, false) as has_crowd
    from weeks left join crowds using (livemode, cell)
  ),
  written as (
    select *, false as is_gone from (from judged except from kept)
    union all
    select *, true as is_gone from kept anti join judged using (livemode, cell)
  )
  select *, $build::integer as build from written
) as written
using (livemode, cell)
when matched then update by name
when not matched then insert by name;
