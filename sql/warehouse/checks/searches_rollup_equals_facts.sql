-- Modes whose number of searches, or of callers of a day and place, since 31 days before the hour
-- of $as_of differs between facts and rollup.
with searches as (
  from fct_searches
  where searched_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
hours as (
  from searches_by_cell_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
facts as (
  select
    livemode, count(*) filter (is_counted(is_keyed, caller_ordinal)) as search_count,
    count(*) filter (caller_ordinal = 1) as caller_count
  from searches
  group by livemode
),
rollup_rows as (
  select
    livemode, sum(search_count) as search_count,
    sum(operator_count + network_count) as caller_count
  from hours
  group by livemode
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing;
