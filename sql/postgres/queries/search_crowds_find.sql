-- Writes the groups that the next searches after a position make a crowd, which has three callers
-- on one day, and returns the position of the last search read; no row when there is none to read.
-- Callers of other groups are kept until they are 24 hours old, at most.
-- :tx and :id are those of the last search that was read; :row_count_max is the most to read.
with next as materialized (
  select search_log.*, caller
  from search_log
  left join search_callers using (search_id)
  where (search_log.tx, search_id) > (:tx::xid8, :id::bigint)
    and search_log.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by search_log.tx, search_id
  limit :row_count_max
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
        ('platform', agent_platform),
        ('place', cell_parent(cell, 8)::text),
        ('wanted_on', wanted_on::text)
    ) as of_city (dimension, label)
    where city_id is not null
  ) as member
  where caller is not null
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
  returning crowd, caller
),
counted as (
  select crowd
  from (
    table added
    union all
    select crowd, caller from crowd_members where crowd in (select crowd from pending)
  ) as member
  group by crowd
  having count(*) >= 3
),
written as (
  insert into search_crowds (crowd, livemode, on_day, dimension, city_id, label)
  select distinct on (crowd) crowd, livemode, on_day, dimension, city_id, label
  from pending
  where crowd in (table counted)
  order by crowd
  returning 1
)
select tx::text as tx, search_id::text as id, (select count(*)::integer from written) as row_count
from next
order by next.tx desc, search_id desc
limit 1;
