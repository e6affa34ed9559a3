-- One row per mode, city, local date and group of stale_city_days. Dates of the 182 days before
-- $as_of are kept: 90 days and the 90 before them, in any time zone.
-- key: livemode, city_id, on_day, dimension, label
-- stale: (livemode, city_id, on_day) in (from stale_city_days)
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
)
select
  queries.*,
  if(dimension = 'all', coalesce(conversion_count, 0), 0)::bigint as conversion_count,
  crowds.label is not null as has_crowd
from queries
  left join conversions using (livemode, city_id, on_day)
  left join crowds using (livemode, city_id, on_day, dimension, label);
