-- One row per mode, city and local date with a query, conversion or crowd in the batches after
-- $search_log_seen, $conversions_seen and $search_crowds_seen; all of them when these are 0.
create or replace temp table stale_city_days as
with queries as (
  select livemode, city_id, searched_on as on_day
  from fct_searches
  where batch > $search_log_seen and agent_platform is not null and city_id is not null
),
conversions as (
  select livemode, city_id, searched_on as on_day
  from fct_conversions
  where batch > $conversions_seen
),
crowds as (
  select livemode, city_id, on_day
  from fct_search_crowds
  where batch > $search_crowds_seen and city_id is not null
),
touched as (
  from queries union from conversions union from crowds
)
select * from touched;
