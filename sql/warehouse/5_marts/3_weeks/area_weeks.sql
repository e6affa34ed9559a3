-- One row per world, country and area of stale_areas of which the hours of the week may be told.
-- key: livemode, country, cell
-- stale: (livemode, country, cell) in (from stale_areas)
with observed as (
  select livemode, country, cell, hour_of_week from begun_stays join strong_lots using (number)
  union all
  select livemode, country, cell, (hour + 72) % 168 as hour_of_week
  from counted_hours join strong_lots using (number)
),
told as (
  select livemode, country, cell from areas where not is_gone and occupied_pct is not null
),
blocks as (
  select
    livemode, country, cell, pooled_hours, (hour_of_week // pooled_hours)::varchar as figure,
    count(*) as observation_count
  from observed cross join (select unnest([1, 3, 6, 12, 24, 168]) as pooled_hours)
  group by all
),
weeks as (
  select
    livemode, country, cell, pooled_hours,
    list_sort(list(struct_pack(block := figure::integer, pct := least(pct, 100)))) as blocks
  from area_figures
    join blocks using (livemode, country, cell, pooled_hours, figure)
    semi join told using (livemode, country, cell)
  where observation_count >= 30
  group by all
  having count(*) = 168 // pooled_hours
),
finest as (
  from weeks qualify row_number() over (
    partition by livemode, country, cell order by pooled_hours
  ) = 1
)
select
  livemode, country, cell,
  list_transform(range(168), lambda hour: blocks[hour // pooled_hours + 1].pct)
    as occupied_pcts,
  pooled_hours
from finest;
