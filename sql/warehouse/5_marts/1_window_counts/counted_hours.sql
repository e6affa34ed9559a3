-- One row per lot of numbered_lots and hour (counted from 1970) with counts, in the 28 whole days
-- (UTC) before the day of $as_of: the space-seconds that were counted, at most those of its spaces.
-- is_recent: in the last seven of these days.
-- only with rows of: numbered_lots
create or replace temp table counted_hours as
with counted as (
  select
    number, (epoch_us(hour_at) // 3_600_000_000)::integer as hour, hour_seconds,
    hour_at >= date_trunc('day', $as_of::timestamptz) - interval 7 days as is_recent,
    least(occupied_seconds, hour_seconds) as seconds
  from counts_by_lot_hour join numbered_lots using (lot_id)
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
    and epoch_us(hour_at) // 3_600_000_000 >= since_hour
    and hour_seconds > 0
)
select * from counted;
