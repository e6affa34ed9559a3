-- One row per mode and area of searches whose hours of the week may be disclosed. None
-- while searches are as in the last build.
-- key: livemode, cell
-- stale: (select is_searched from stale_searches)
with hours as (
  select
    livemode, cell, place, day, hour, search_count, unmet_count, agent_count,
    operator_count + network_count as first_count,
    (date_part('isodow', day)::integer - 1) * 24 + hour as hour_of_week
  from searched_hours
    join search_places using (livemode, place)
    semi join told_searches using (livemode, cell, day)
),
-- Each from the previous one, because all at once take ten times as long.
by_1 as (
  select livemode, cell, place, day, hour_of_week as block, first_count
  from hours
  where first_count > 0
),
by_3 as (
  select livemode, cell, place, day, block // 3 as block, sum(first_count)::bigint as first_count
  from by_1
  group by all
),
by_6 as (
  select livemode, cell, place, day, block // 2 as block, sum(first_count)::bigint as first_count
  from by_3
  group by all
),
by_12 as (
  select livemode, cell, place, day, block // 2 as block, sum(first_count)::bigint as first_count
  from by_6
  group by all
),
crowded as (
  select distinct livemode, cell, 1 as pooled_hours, block from by_1 where first_count >= 3
  union all
  select distinct livemode, cell, 3, block from by_3 where first_count >= 3
  union all
  select distinct livemode, cell, 6, block from by_6 where first_count >= 3
  union all
  select distinct livemode, cell, 12, block from by_12 where first_count >= 3
),
summed as (
  select
    livemode, cell, hour_of_week, sum(search_count)::bigint as search_count,
    sum(unmet_count)::bigint as unmet_count, sum(agent_count)::bigint as agent_count
  from hours
  group by all
),
blocks as (
  select
    livemode, cell, pooled_hours, hour_of_week // pooled_hours as block,
    two_digits(sum(search_count)::bigint) as search_count,
    two_digits(sum(unmet_count)::bigint) as unmet_count,
    two_digits(sum(agent_count)::bigint) as agent_count
  from summed cross join (select unnest([1, 3, 6, 12, 24]) as pooled_hours)
  group by all
),
withheld as (
  select livemode, cell, pooled_hours
  from blocks anti join crowded using (livemode, cell, pooled_hours, block)
  where pooled_hours < 24 and search_count > 0
),
finest as (
  select livemode, cell, min(pooled_hours) as pooled_hours
  from blocks anti join withheld using (livemode, cell, pooled_hours)
  group by all
),
week_blocks as (
  select livemode, cell, pooled_hours, unnest(range(168 // pooled_hours)) as block from finest
),
listed as (
  select
    livemode, cell, pooled_hours,
    list_sort(list(struct_pack(
      block := block, searches := coalesce(search_count, 0), unmet := coalesce(unmet_count, 0),
      agents := coalesce(agent_count, 0)))) as blocks
  from week_blocks left join blocks using (livemode, cell, pooled_hours, block)
  group by all
)
-- The parts of a block add up to it.
select
  livemode, cell,
  list_transform(range(168), lambda hour: part_of(
    blocks[hour // pooled_hours + 1].searches, hour % pooled_hours, pooled_hours))
    as search_counts,
  list_transform(range(168), lambda hour: part_of(
    blocks[hour // pooled_hours + 1].unmet, hour % pooled_hours, pooled_hours))
    as unmet_counts,
  list_transform(range(168), lambda hour: part_of(
    blocks[hour // pooled_hours + 1].agents, hour % pooled_hours, pooled_hours))
    as agent_counts,
  pooled_hours
from listed;
