-- One row per area of stale_areas and number of hours (pooled_hours) such that at least 30
-- observations on strong lots fall into each of the blocks of so many hours that a week consists
-- of, over the 28 whole days (UTC) before the day of the build: stays that began and hours with
-- counts. Blocks with fewer are not disclosed.
-- only with rows of: strong_lots
create or replace temp table observed_hours as
with observed as (
  select livemode, country, cell, hour_of_week from begun_stays join strong_lots using (number)
  union all
  select livemode, country, cell, (hour + 72) % 168 as hour_of_week
  from counted_hours join strong_lots using (number)
),
hours as (
  select livemode, country, cell, hour_of_week, count(*) as observation_count
  from observed
  group by all
),
blocks as (
  select
    livemode, country, cell, pooled_hours, hour_of_week // pooled_hours as block,
    sum(observation_count) as observation_count
  from hours cross join (select unnest([1, 3, 6, 12, 24, 168]) as pooled_hours)
  group by all
)
select livemode, country, cell, pooled_hours
from blocks
where observation_count >= 30
group by all
having count(*) = 168 // pooled_hours;
