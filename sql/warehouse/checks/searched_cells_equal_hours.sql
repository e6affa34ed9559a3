-- Modes in which the mart's cells do not add up to the searches of the 168 hours in the rollup.
with hours as (
  from searches_by_cell_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
    and hour_at < date_trunc('hour', $as_of::timestamptz)
),
cells as (
  from searches_by_cell where not is_gone
),
by_hour as (
  select livemode, sum(search_count) as search_count from hours group by all
),
by_cell as (
  select livemode, sum(search_count) as search_count from cells group by all
),
differing as (
  (from by_hour except from by_cell) union all (from by_cell except from by_hour)
)
select * from differing;
