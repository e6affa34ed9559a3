-- What agents asked in a city, as published. One statement, so one snapshot.
-- days: all queries by local date, from :before_day to :to_day.
-- groups: the queries of each group by date, from :from_day to :to_day; `days` are counted from
-- :from_day, and `crowd_day` is the last of them on which the group may be named.
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
  select
    dimension, label,
    json_agg(on_day - :from_day::date order by on_day) as days,
    json_agg(query_count order by on_day) as query_counts,
    max(on_day - :from_day::date) filter (where has_crowd) as crowd_day
  from demand
  where dimension <> 'all' and on_day >= :from_day::date
  group by dimension, label
)
select
  (select coalesce(json_agg(days order by on_day), '[]') from days) as days,
  (select coalesce(json_agg(groups order by dimension, label), '[]') from groups) as groups,
  (select as_of from marts.publication) as as_of;
