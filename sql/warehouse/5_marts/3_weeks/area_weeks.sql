-- One row per mode, country and area of stale_areas whose hours of the week may be disclosed.
-- key: livemode, country, cell
-- stale: (livemode, country, cell) in (from stale_areas)
with told as (
  select livemode, country, cell from areas where not is_gone and occupied_pct is not null
),
weeks as (
  select
    livemode, country, cell, pooled_hours,
    list_sort(list(struct_pack(block := figure::integer, pct := least(pct, 100)))) as blocks
  from area_figures
    semi join observed_hours using (livemode, country, cell, pooled_hours)
    semi join told using (livemode, country, cell)
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
