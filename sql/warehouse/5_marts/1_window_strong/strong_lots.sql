-- One row per lot of numbered_lots on which enough was observed to count.
-- only with rows of: numbered_lots
create or replace temp table strong_lots as
with stays as (
  select number, count(*) as stay_count, count(distinct vehicle) as vehicle_count
  from begun_stays
  group by number
),
counts as (
  select number, count(distinct hour // 24) as day_count from counted_hours group by number
)
select numbered_lots.*
from numbered_lots left join stays using (number) left join counts using (number)
where is_strong(stay_count, vehicle_count, day_count);
