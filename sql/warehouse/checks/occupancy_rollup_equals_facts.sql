-- Modes whose occupied seconds since 31 days before the hour of $as_of differ between facts and
-- rollup.
with stays as (
  select
    livemode,
    epoch_us(started_at) // 1_000_000 as start_second,
    epoch_us(ended_at) // 1_000_000 as end_second,
    epoch_us(date_trunc('hour', $as_of::timestamptz) - interval 744 hours) // 1_000_000
      as first_second
  from fct_stays
  where ended_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
hours as (
  from occupancy_by_lot_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
facts as (
  select livemode, sum(end_second - greatest(start_second, first_second)) as occupied_seconds
  from stays group by livemode
),
rollup_rows as (
  select livemode, sum(occupied_seconds) as occupied_seconds from hours group by livemode
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing where occupied_seconds <> 0;
