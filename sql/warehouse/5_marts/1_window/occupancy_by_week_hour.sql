-- One row per world, cell of resolution 7 with listed active lots whose parents are in stale_weeks,
-- and hour of the week (0 is Monday, 0:00 UTC): the space-seconds of that hour in the 28 whole days
-- (UTC) before the day of $as_of, as in occupancy_by_lot. More vehicles than spaces count as all
-- spaces: in each measured hour, and in the other hours of that hour of the week together.
create or replace temp table occupancy_by_week_hour as
with rated as (
  select
    lot_id, livemode, cell_parent(cell, 7) as cell, space_count * 3_600::bigint as hour_seconds
  from market_rate_by_lot
  where not is_gone
),
lots as (
  from rated where (livemode, cell_parent(cell, 5)) in (from stale_weeks)
),
finished as (
  select lot_id, hour_at, occupied_seconds as seconds
  from occupancy_by_lot_hour semi join lots using (lot_id)
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
),
begun as (
  select
    lot_id,
    epoch_us(greatest(started_at, date_trunc('day', $as_of::timestamptz) - interval 28 days))
      // 1_000_000 as from_second,
    epoch_us(date_trunc('day', $as_of::timestamptz)) // 1_000_000 as to_second
  from open_stays semi join lots using (lot_id)
  where balance > 0 and started_at < date_trunc('day', $as_of::timestamptz)
),
open as (
  select
    lot_id, to_timestamp(hour * 3_600) as hour_at,
    (hour + 1) * 3_600 - greatest(from_second, hour * 3_600) as seconds
  from (
    select *, unnest(range(from_second // 3_600, to_second // 3_600)) as hour from begun
  )
),
stays as (
  select lot_id, hour_at, sum(seconds)::bigint as seconds
  from (from finished union all by name from open)
  group by all
  having sum(seconds) > 0
),
counted as (
  select lot_id, hour_at, occupied_seconds as counted_seconds
  from counts_by_lot_hour semi join lots using (lot_id)
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
),
only_counted as (
  select distinct lot_id from counted anti join stays using (lot_id)
),
hours as (
  select
    lot_id, (epoch_us(hour_at) // 3_600_000_000 + 72) % 168 as hour_of_week,
    seconds, counted_seconds
  from stays full join counted using (lot_id, hour_at)
),
by_lot as (
  select
    livemode, cell, lot_id, hour_of_week, hour_seconds,
    count(counted_seconds) as measured_hours,
    -- least(null, x) is x.
    sum(least(counted_seconds, hour_seconds)) filter (counted_seconds is not null)
      as measured_seconds,
    sum(seconds) filter (counted_seconds is null) as unmeasured_seconds
  from hours join lots using (lot_id)
  group by all
),
known as (
  select livemode, cell, unnest(range(168)) as hour_of_week, 4 * sum(hour_seconds) as known_seconds
  from lots anti join only_counted using (lot_id)
  group by livemode, cell
),
parts as (
  select livemode, cell, hour_of_week, 0 as occupied, known_seconds as known, 0 as measured
  from known
  union all
  select
    livemode, cell, hour_of_week,
    coalesce(measured_seconds, 0)
      + least(coalesce(unmeasured_seconds, 0), (4 - measured_hours) * hour_seconds),
    if(only_counted.lot_id is null, 0, measured_hours * hour_seconds),
    measured_hours * hour_seconds
  from by_lot left join only_counted using (lot_id)
),
summed as (
  select
    livemode, cell, hour_of_week,
    sum(occupied)::bigint as occupied_seconds,
    sum(known)::bigint as known_seconds,
    sum(measured)::bigint as measured_seconds
  from parts
  group by all
)
select * from summed;
