-- One row per lot of stale_lots that is not deleted: the occupancy of the 168 whole hours before
-- the hour of $as_of, in space-seconds.
-- In an hour with counts the counts decide (measured), in the others the stays that are over and
-- the open ones. A lot that was counted, and on which no stay took any time, is known only in its
-- measured hours: one that is counted from 8 to 17 is not empty at night. Nothing is known of a lot
-- without counts and stays, or of one whose spaces nobody counted.
-- More vehicles than spaces count as all spaces: in each measured hour, and in the other hours
-- together.
-- only with rows of: stale_lots
create or replace temp table occupancy_by_lot as
with changes as (
  from fct_lot_changes semi join stale_lots using (lot_id)
),
finished as (
  from occupancy_by_lot_hour semi join stale_lots using (lot_id)
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
    and hour_at < date_trunc('hour', $as_of::timestamptz)
),
open as (
  select
    lot_id,
    epoch_us(greatest(started_at, date_trunc('hour', $as_of::timestamptz) - interval 168 hours))
      // 1_000_000 as from_second,
    epoch_us(date_trunc('hour', $as_of::timestamptz)) // 1_000_000 as to_second
  from open_stays semi join stale_lots using (lot_id)
  where balance > 0 and started_at < date_trunc('hour', $as_of::timestamptz)
),
counted as (
  select lot_id, hour_at, epoch_us(hour_at) // 1_000_000 as hour_second, occupied_seconds
  from counts_by_lot_hour semi join stale_lots using (lot_id)
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
    and hour_at < date_trunc('hour', $as_of::timestamptz)
),
lots as (
  select lot_id, coalesce(arg_max_null(space_count, audit_id), 0) * 3_600::bigint as hour_seconds
  from changes
  group by lot_id
  having not arg_max(is_deleted, audit_id)
),
measured as (
  select
    lot_id, count(*) as hour_count,
    sum(least(occupied_seconds, hour_seconds))::bigint as occupied_seconds
  from counted join lots using (lot_id)
  group by lot_id
),
-- Stays, and again those parts of them that lie in measured hours.
parts as (
  select lot_id, occupied_seconds as seconds, 0 as measured_seconds from finished
  union all
  select lot_id, to_second - from_second, 0 from open
  union all
  select lot_id, 0, finished.occupied_seconds from finished join counted using (lot_id, hour_at)
  union all
  select lot_id, 0, greatest(0, hour_second + 3_600 - greatest(from_second, hour_second))
  from open join counted using (lot_id)
),
stays as (
  select
    lot_id, sum(seconds)::bigint as seconds,
    sum(seconds - measured_seconds)::bigint as unmeasured_seconds
  from parts
  group by lot_id
),
known as (
  select
    lot_id, hour_seconds,
    coalesce(hour_count, 0) as measured_hours,
    coalesce(occupied_seconds, 0) as measured_seconds,
    coalesce(unmeasured_seconds, 0) as unmeasured_seconds,
    if(coalesce(seconds, 0) = 0, coalesce(hour_count, 0), 168) as known_hours
  from lots left join measured using (lot_id) left join stays using (lot_id)
),
spaces as (
  select
    lot_id,
    measured_seconds
      + least(unmeasured_seconds, (168 - measured_hours) * hour_seconds) as occupied_seconds,
    known_hours * hour_seconds as known_seconds,
    measured_hours * hour_seconds as measured_seconds
  from known
)
select * from spaces;
