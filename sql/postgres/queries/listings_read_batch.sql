-- The lots of the next audit rows of one mode after a position, in the order of these rows, and
-- the position of the last row read; no row when there is none to read.
-- :tx and :id are those of the last row that was read; :row_count_max is the most to read.
-- The planner sees how many only after they are read: of a table that was never analysed it would
-- sort all rows that wait, for each batch, not walk the index.
with batch as materialized (
  select tx, audit_id,
    case when pg_input_is_valid(entity_id, 'uuid') then entity_id::uuid end as lot_id
  from audit_log
  where livemode = :livemode and action like 'lot.%'
    and (tx, audit_id) > (:tx::xid8, :id::bigint)
    and is_below_horizon(tx)
  order by tx, audit_id
  limit (select :row_count_max::bigint)
),
next as materialized (
  select * from batch limit :row_count_max
),
numbered as (
  select lot_id, min(number) as number
  from (select lot_id, row_number() over (order by tx, audit_id) as number from next) as rows
  where lot_id is not null
  group by lot_id
)
select
  tx::text as tx,
  audit_id::text as id,
  array(select lot_id from numbered order by number) as lot_ids
from next
order by next.tx desc, audit_id desc
limit 1;
