-- One row per world, city, local date and group; writes those of stale_city_days that differ from
-- the last build. Dates of the 182 days before $as_of are kept: 90 days and the 90 before them, in
-- any time zone.
merge into agent_demand as mart
using (
  with queries as (
    from agent_queries_by_group semi join stale_city_days using (livemode, city_id, on_day)
    where on_day > $as_of::timestamptz::date - 182
  ),
  conversions as (
    select livemode, city_id, searched_on as on_day, count(*) as conversion_count
    from fct_conversions
    where (livemode, city_id, searched_on) in (from stale_city_days)
    group by all
  ),
  found as (
    select livemode, city_id, on_day, dimension, label
    from fct_search_crowds semi join stale_city_days using (livemode, city_id, on_day)
  ),
  -- The callers of a group are callers of the city, too.
  crowds as (
    from found union select livemode, city_id, on_day, 'all' as dimension, '' as label from found
  ),
  kept as (
    select * exclude (is_gone, build)
    from agent_demand semi join stale_city_days using (livemode, city_id, on_day)
    where not is_gone
  ),
  demand as (
    select
      queries.*,
      if(dimension = 'all', coalesce(conversion_count, 0), 0)::bigint as conversion_count,
      crowds.label is not null as has_crowd
    from queries
      left join conversions using (livemode, city_id, on_day)
      left join crowds using (livemode, city_id, on_day, dimension, label)
  ),
  written as (
    select *, false as is_gone from (from demand except from kept)
    union all
    select *, true as is_gone
    from kept anti join demand using (livemode, city_id, on_day, dimension, label)
  )
  select *, $build::integer as build from written
) as written
using (livemode, city_id, on_day, dimension, label)
when matched then update by name
when not matched then insert by name;
