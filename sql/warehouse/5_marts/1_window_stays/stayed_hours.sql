-- One row per lot of numbered_lots and hour of the week (0 is Monday, 0:00 UTC) in which stays took
-- time in the 28 whole days (UTC) before the day of $as_of: the space-seconds of those that are
-- over and of open ones, without those in hours of counted_hours. recent_seconds: those of the last
-- seven days.
-- memory_kib: 5 * (select count(*) from numbered_lots)
-- only with rows of: numbered_lots
create or replace temp table stayed_hours as
with finished as (
  select number, (epoch_us(hour_at) // 3_600_000_000)::integer as hour, occupied_seconds as seconds
  from occupancy_by_lot_hour join numbered_lots using (lot_id)
  where in_part(lot_id, $part, $parts)
    and hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
    and epoch_us(hour_at) // 3_600_000_000 >= since_hour
),
begun as (
  select
    number,
    greatest(
      epoch_us(greatest(started_at, date_trunc('day', $as_of::timestamptz) - interval 28 days))
        // 1_000_000,
      since_hour * 3_600::bigint
    ) as from_second,
    epoch_us(date_trunc('day', $as_of::timestamptz)) // 1_000_000 as to_second
  from open_stays join numbered_lots using (lot_id)
  where in_part(lot_id, $part, $parts)
    and balance > 0 and started_at < date_trunc('day', $as_of::timestamptz)
),
open as (
  select
    number, hour::integer as hour,
    (hour + 1) * 3_600 - greatest(from_second, hour * 3_600) as seconds
  from (
    select *, unnest(range(from_second // 3_600, to_second // 3_600)) as hour from begun
  )
),
stays as (
  from finished where seconds > 0 union all from open
),
recent as (
  select epoch_us(date_trunc('day', $as_of::timestamptz)) // 3_600_000_000 - 168
    as first_recent_hour
),
summed as (
  select
    number, ((hour + 72) % 168)::smallint as hour_of_week,
    sum(if(counted_hours.number is null, stays.seconds, 0))::bigint as seconds,
    sum(if(counted_hours.number is null and hour >= first_recent_hour, stays.seconds, 0))::bigint
      as recent_seconds
  from stays left join counted_hours using (number, hour) cross join recent
  group by all
)
select * from summed;
