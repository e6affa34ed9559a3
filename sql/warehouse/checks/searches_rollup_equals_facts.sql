-- Worlds whose number of searches since 31 days before the hour of $as_of differs between facts and
-- rollup.
with searches as (
  from fct_searches
  where searched_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
hours as (
  from searches_by_cell_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
facts as (
  select livemode, count(*) as search_count from searches group by livemode
),
rollup_rows as (
  select livemode, sum(search_count) as search_count from hours group by livemode
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing;
