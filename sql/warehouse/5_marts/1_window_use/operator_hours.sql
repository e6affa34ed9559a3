-- One row per area of stale_areas, operator with strong lots there and hour of the week (0 is
-- Monday, 0:00 UTC) in which anything is known of these: the space-seconds of the 28 whole days
-- (UTC) before the day of the build in which it is known how many spaces were taken, those of them
-- in which vehicles were counted, and those in which spaces were taken; and the same of the last
-- seven days. In an hour with counts the counts decide (measured). On a lot with stays, the stays
-- decide in all other hours. Nothing is known of a lot without either. More vehicles than spaces
-- count as all spaces.
-- memory_kib: 5 * (select count(*) from numbered_lots)
-- only with rows of: numbered_lots
create or replace temp table operator_hours as
with lots as (
  from numbered_lots where in_part(operator_id, $part, $parts)
),
strong as (
  from strong_lots where in_part(operator_id, $part, $parts)
),
used as (
  select distinct number from stayed_hours
),
today as (
  select (epoch_us(date_trunc('day', $as_of::timestamptz)) // 3_600_000_000)::integer as hour
),
-- Four of each hour of the week and one of the last seven days, unless less of the time counts.
spans as (
  select
    since_hour, hour_of_week::smallint as hour_of_week,
    hours_within(greatest(since_hour, hour - 672), hour, hour_of_week) as hours,
    hours_within(greatest(since_hour, hour - 168), hour, hour_of_week) as recent_hours
  from (select distinct since_hour from numbered_lots)
    cross join today cross join range(168) as week (hour_of_week)
),
measured as (
  select
    number, ((hour + 72) % 168)::smallint as hour_of_week, count(*) as hours,
    sum(hour_seconds)::bigint as spaces, sum(seconds)::bigint as occupied,
    count(*) filter (is_recent) as recent_hours,
    coalesce(sum(hour_seconds) filter (is_recent), 0)::bigint as recent_spaces,
    coalesce(sum(seconds) filter (is_recent), 0)::bigint as recent_occupied
  from counted_hours semi join lots using (number)
  group by all
),
parked as (
  select
    number, hour_of_week, 0 as known, 0 as measured, 0 as recent_known, 0 as recent_measured,
    least(seconds, (spans.hours - coalesce(measured.hours, 0)) * hour_seconds) as occupied,
    least(
      recent_seconds, (spans.recent_hours - coalesce(measured.recent_hours, 0)) * hour_seconds
    ) as recent_occupied
  from stayed_hours
    join lots using (number)
    join spans using (since_hour, hour_of_week)
    left join measured using (number, hour_of_week)
  where hour_seconds > 0
  union all by name
  select
    number, hour_of_week,
    if(used.number is null, spaces, 0) as known, spaces as measured, occupied,
    if(used.number is null, recent_spaces, 0) as recent_known, recent_spaces as recent_measured,
    recent_occupied
  from measured left join used using (number)
),
observed as (
  select
    livemode, country, cell, operator_id, hour_of_week, known, measured, occupied, recent_known,
    recent_measured, recent_occupied
  from parked join strong using (number)
),
always as (
  select livemode, country, cell, operator_id, since_hour, sum(hour_seconds) as seconds
  from strong semi join used using (number)
  where hour_seconds > 0
  group by all
),
parts as (
  from observed
  union all by name
  select
    livemode, country, cell, operator_id, hour_of_week, hours * seconds as known, 0 as measured,
    0 as occupied, recent_hours * seconds as recent_known, 0 as recent_measured,
    0 as recent_occupied
  from always join spans using (since_hour)
),
summed as (
  select
    livemode, country, cell, operator_id, hour_of_week,
    sum(known)::bigint as known, sum(measured)::bigint as measured,
    sum(occupied)::bigint as occupied, sum(recent_known)::bigint as recent_known,
    sum(recent_measured)::bigint as recent_measured,
    sum(recent_occupied)::bigint as recent_occupied
  from parts
  group by all
)
select * from summed where known > 0;
