-- One row per lot of numbered_lots on which enough was observed to count.
-- memory_kib: (select count(*) from begun_stays) // 8
-- only with rows of: numbered_lots
create or replace temp table strong_lots as
with numbered as (
  from numbered_lots where in_part(number, $part, $parts)
),
stays as (
  select number, count(*) as stay_count, count(distinct vehicle) as vehicle_count
  from begun_stays
  where in_part(number, $part, $parts)
  group by number
),
counts as (
  select number, count(distinct hour // 24) as day_count
  from counted_hours
  where in_part(number, $part, $parts)
  group by number
)
select numbered.*
from numbered left join stays using (number) left join counts using (number)
where is_strong(stay_count, vehicle_count, day_count);
