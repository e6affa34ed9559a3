-- One row per strong lot and day of past_lots: the space-seconds in which it is known how many of
-- its spaces were taken, and those in which they were, as in operator_hours; and whether it was
-- counted.
-- memory_kib: (select count(*) from past_lots) // 4
-- only with rows of: past_lots
create or replace temp table past_use as
with strong as (
  select past_lots.*, is_stayed, space_count * 3_600::bigint as hour_seconds
  from past_lots join strong_weeks
    on past_lots.lot_id = strong_weeks.lot_id and day - isodow(day)::integer + 1 = monday
  where in_part(past_lots.lot_id, $part, $parts)
),
bounds as (
  select min(day)::timestamptz as first_at, (max(day) + 1)::timestamptz as last_at from strong
),
counted as (
  select lot_id, hour_at, occupied_seconds
  from counts_by_lot_hour semi join strong using (lot_id)
  where hour_at >= (select first_at from bounds) and hour_at < (select last_at from bounds)
),
begun as (
  select
    lot_id, epoch_us(greatest(started_at, first_at)) // 1_000_000 as from_second,
    epoch_us(last_at) // 1_000_000 as to_second
  from open_stays semi join strong using (lot_id) cross join bounds
  where balance > 0 and started_at < last_at
),
open as (
  select
    lot_id, to_timestamp(hour * 3_600) as hour_at,
    (hour + 1) * 3_600 - greatest(from_second, hour * 3_600) as seconds
  from (select *, unnest(range(from_second // 3_600, to_second // 3_600)) as hour from begun)
),
stayed as (
  select lot_id, hour_at, occupied_seconds as seconds
  from occupancy_by_lot_hour semi join strong using (lot_id)
  where hour_at >= (select first_at from bounds) and hour_at < (select last_at from bounds)
  union all
  from open
),
stays as (
  select lot_id, day_of(hour_at) as day, sum(seconds)::bigint as seconds
  from stayed anti join counted using (lot_id, hour_at)
  group by all
),
measured as (
  select
    strong.lot_id, day, count(*) as hours,
    sum(least(occupied_seconds, hour_seconds))::bigint as occupied
  from counted join strong on counted.lot_id = strong.lot_id and day_of(hour_at) = strong.day
  group by all
)
select
  strong.* exclude (hour_seconds, is_stayed), coalesce(hours, 0) > 0 as is_measured,
  if(is_stayed, 24, coalesce(hours, 0)) * hour_seconds as known,
  coalesce(occupied, 0) + if(
    is_stayed, least(coalesce(seconds, 0), (24 - coalesce(hours, 0)) * hour_seconds), 0) as occupied
from strong left join measured using (lot_id, day) left join stays using (lot_id, day);
