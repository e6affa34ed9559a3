-- Writes the groups that the next searches after a position make a crowd, which has three callers
-- on one day, and returns the position of the last search read; no row when there is none to read.
-- Only searches that count make a caller one of a crowd: otherwise figures that name a crowd might
-- hold searches of two callers only.
-- Callers of other groups are kept until they are 24 hours old, at most.
-- :tx and :id are those of the last search that was read; :row_count_max is the most to read.
-- The planner sees how many only after they are read: of a table that was never analysed it would
-- sort all rows that wait, for each batch, not walk the index.
with batch as materialized (
  select tx, search_id, livemode, at, cell, city_id, searched_on, local_hour, agent_platform,
    wanted_on, is_keyed is null or caller_ordinal is not null as is_counted
  from search_log
  where (tx, search_id) > (:tx::xid8, :id::bigint) and is_below_horizon(tx)
  order by tx, search_id
  limit (select :row_count_max::bigint)
),
part as materialized (
  select * from batch limit :row_count_max
),
-- Looked up one by one afterwards: otherwise everything after the position, or all callers, might
-- be read for each part.
next as materialized (
  select part.*, caller
  from part
  cross join lateral (
    select caller from search_callers where search_callers.search_id = part.search_id offset 0
  ) as searcher
  where is_counted
),
groups as (
  select livemode, on_day, dimension, city_id, label, caller, max(at) as at
  from (
    select livemode, (at at time zone 'UTC')::date as on_day, 'cell' as dimension,
      null::integer as city_id, cell_parent(cell, resolution)::text as label, caller, at
    from next
    cross join generate_series(5, 9) as resolution
    union all
    select livemode, searched_on, dimension, city_id, label, caller, at
    from next
    cross join lateral (
      values
        ('all', ''),
        ('hour', local_hour::text),
        ('platform', agent_platform),
        ('place', cell_parent(cell, 8)::text),
        ('wanted_on', wanted_on::text)
    ) as of_city (dimension, label)
    where city_id is not null
  ) as member
  group by livemode, on_day, dimension, city_id, label, caller
),
hashed as (
  select
    hashtextextended(concat_ws(' ', livemode, on_day, dimension, city_id, label), 0) as crowd,
    groups.*
  from groups
),
pending as materialized (
  select hashed.*
  from hashed
  where not exists (select from search_crowds where search_crowds.crowd = hashed.crowd)
),
added as (
  insert into crowd_members (crowd, caller, at)
  select crowd, caller, at from pending
  on conflict (crowd, caller) do nothing
),
-- A caller is counted once, whether it is known of this part, of an earlier one or of both.
known as (
  select crowd, caller, livemode, on_day, dimension, city_id, label from pending
  union all
  select crowd, caller, null, null, null, null, null
  from crowd_members
  where crowd in (select crowd from pending)
),
written as (
  insert into search_crowds (crowd, livemode, on_day, dimension, city_id, label)
  select crowd, any_value(livemode), any_value(on_day), any_value(dimension), any_value(city_id),
    any_value(label)
  from known
  group by crowd
  having count(distinct caller) >= 3
  returning 1
)
select tx::text as tx, search_id::text as id, (select count(*)::integer from written) as row_count
from part
order by part.tx desc, search_id desc
limit 1;
