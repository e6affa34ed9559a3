-- What agents asked in a city, as published. One statement, so one snapshot.
-- days: all queries by local date, from :before_day on, which may lie before the period.
-- groups: the queries of each group from :from_day to :to_day; has_crowd: it may be named.
-- as_of: the instant of the publication that has them.
with demand as materialized (
  select *
  from marts.agent_demand
  where livemode = :livemode and city_id = :city_id
    and on_day between :before_day::date and :to_day::date
),
days as (
  select
    on_day::text as on_day, query_count, search_count, space_query_count, unmet_count,
    conversion_count
  from demand
  where dimension = 'all'
),
groups as (
  select dimension, label, sum(query_count)::bigint as query_count, bool_or(has_crowd) as has_crowd
  from demand
  where dimension <> 'all' and on_day >= :from_day::date
  group by dimension, label
)
select
  (select coalesce(json_agg(days order by on_day), '[]') from days) as days,
  (select coalesce(json_agg(groups order by query_count desc, label), '[]') from groups) as groups,
  (select as_of from marts.publication) as as_of;
