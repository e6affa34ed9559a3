-- One row per world, cell of resolution 6 with listed active lots or searches whose parent is in
-- stale_weeks, and hour of the week (0 is Monday, 0:00 UTC): what happened in that hour in the 28
-- whole days (UTC) before the day of $as_of. Space-seconds are as in occupancy_by_lot. More
-- vehicles than spaces count as all spaces: in each measured hour, and in the other hours of that
-- hour of the week together.
create or replace temp table hours_of_week as
with only_counted as (
  select distinct number from counted_hours anti join stayed_hours using (number)
),
measured as (
  select
    number, ((hour + 72) % 168)::smallint as hour_of_week, sum(seconds)::bigint as occupied,
    count(*) as hours, sum(hour_seconds)::bigint as spaces
  from counted_hours
  group by all
),
parked as not materialized (
  select
    number, hour_of_week, 0 as known, 0 as measured,
    least(seconds, (4 - coalesce(hours, 0)) * hour_seconds) as occupied
  from stayed_hours
    join numbered_lots using (number)
    left join measured using (number, hour_of_week)
  union all by name
  select
    number, hour_of_week, if(only_counted.number is null, 0, spaces) as known, spaces as measured,
    occupied
  from measured left join only_counted using (number)
),
known as (
  select
    livemode, cell, 4 * sum(if(only_counted.number is null, hour_seconds, 0)) as known
  from numbered_lots left join only_counted using (number)
  group by all
),
searched as (
  select
    livemode, cell_parent(cell, 6) as cell,
    (epoch_us(hour_at) // 3_600_000_000 + 72) % 168 as hour_of_week,
    search_count, unmet_count, agent_count
  from searches_by_cell_hour
  where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and hour_at < date_trunc('day', $as_of::timestamptz)
    and (livemode, cell_parent(cell, 5)) in (from stale_weeks)
),
-- With all hours of each cell.
parts as (
  select livemode, cell, hour_of_week, occupied, known, measured
  from parked join numbered_lots using (number)
  union all by name
  select *, unnest(range(168)) as hour_of_week from known
  union all by name
  from searched
  union all by name
  select *, unnest(range(168)) as hour_of_week from (select distinct livemode, cell from searched)
),
summed as (
  select
    livemode, cell, hour_of_week,
    coalesce(sum(search_count), 0)::bigint as searches,
    coalesce(sum(unmet_count), 0)::bigint as unmet,
    coalesce(sum(agent_count), 0)::bigint as agents,
    coalesce(sum(occupied), 0)::bigint as occupied,
    coalesce(sum(known), 0)::bigint as known,
    coalesce(sum(measured), 0)::bigint as measured
  from parts
  group by all
)
select * from summed;
