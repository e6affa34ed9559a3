-- What agents asked in a city, as published. One statement, so one snapshot.
-- days: all queries by local date, from :before_day to :to_day.
-- platforms: those of each platform by date; is_registered: it has or had keys.
-- groups: those of each hour, place and wanted date by date, from :from_day to :to_day, and none on
-- a date on which fewer than three callers asked.
-- `days` of platforms are counted from :before_day, and of groups from :from_day.
-- as_of: the instant of the publication that has them.
-- Keeps its plan.
with demand as materialized (
  select *
  from marts.agent_demand
  where livemode = :livemode and city_id = :city_id
    and on_day between :before_day::date and :to_day::date
),
days as (
  select
    on_day::text as on_day, query_count, search_count, space_query_count, unmet_count,
    conversion_count, has_crowd
  from demand
  where dimension = 'all'
),
-- `limit 1` makes the planner look each platform up by index, instead of reading all keys.
registered as (
  select label
  from (select distinct label from demand where dimension = 'platform') as asked
  cross join lateral (
    select from api_keys
    where livemode = :livemode and agent_platform = label and label <> :unknown_platform
    limit 1
  ) as one_key
),
platforms as (
  select
    label,
    label in (select label from registered) as is_registered,
    json_agg(
      json_build_object(
        'day', on_day - :before_day::date, 'query_count', query_count, 'search_count', search_count,
        'space_query_count', space_query_count, 'unmet_count', unmet_count, 'has_crowd', has_crowd)
      order by on_day) as days
  from demand
  where dimension = 'platform'
  group by label
),
groups as (
  select
    dimension, label,
    json_agg(on_day - :from_day::date order by on_day) as days,
    json_agg(case when has_crowd then query_count else 0 end order by on_day) as query_counts
  from demand
  where dimension in ('hour', 'place', 'wanted_on') and on_day >= :from_day::date
  group by dimension, label
)
select
  (select coalesce(json_agg(days order by on_day), '[]') from days) as days,
  (select coalesce(json_agg(platforms order by label), '[]') from platforms) as platforms,
  (select coalesce(json_agg(groups order by dimension, label), '[]') from groups) as groups,
  (select as_of from marts.publication) as as_of;
