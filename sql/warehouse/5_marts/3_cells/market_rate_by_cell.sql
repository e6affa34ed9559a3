-- One row per world, cell, country and currency; writes those of stale_cells that differ from the
-- last build.
merge into market_rate_by_cell as mart
using (
  with lots as (
    select
      livemode, operator_id, cell, country, currency, space_count, posted_hourly, posted_daily,
      realised_hourly, observation_count, occupied_minutes,
      coalesce(realised_hourly, posted_hourly) as best_hourly,
      coalesce(realised_daily, posted_daily) as best_daily
    from market_rate_by_lot
    where not is_gone
  ),
  kept as (
    select * exclude (is_gone, build)
    from market_rate_by_cell semi join stale_cells using (livemode, cell)
    where not is_gone
  ),
  placed as (
    select * replace (cell_parent(cell, resolution) as cell)
    from lots cross join range(3, 10) as resolutions(resolution)
  ),
  counted as (
    select
      livemode, cell, country, currency,
      count(*)::integer as lot_count,
      sum(space_count)::bigint as space_count,
      count(posted_hourly)::integer as posted_count,
      coalesce(sum(posted_hourly), 0)::bigint as posted_hourly_sum,
      min(posted_hourly) as posted_hourly_min,
      max(posted_hourly) as posted_hourly_max,
      coalesce(sum(posted_daily), 0)::bigint as posted_daily_sum,
      count(best_hourly)::integer as best_hourly_count,
      coalesce(sum(best_hourly), 0)::bigint as best_hourly_sum,
      min(best_hourly) as best_hourly_min,
      max(best_hourly) as best_hourly_max,
      count(best_daily)::integer as best_daily_count,
      coalesce(sum(best_daily), 0)::bigint as best_daily_sum,
      coalesce(
        list_sort(list(distinct operator_id) filter (realised_hourly is not null))[1:3], []
      ) as contributor_ids,
      sum(observation_count)::bigint as observation_count,
      sum(occupied_minutes)::bigint as occupied_minutes
    from placed semi join stale_cells using (livemode, cell)
    group by all
  ),
  written as (
    select *, false as is_gone from (from counted except from kept)
    union all
    select *, true as is_gone
    from kept anti join counted using (livemode, cell, country, currency)
  )
  select *, $build::integer as build from written
) as written
using (livemode, cell, country, currency)
when matched then update by name
when not matched then insert by name;
