-- The cells without a city among the lots of the next audit rows after a position, and the position
-- of the last row read; no row when there is none to read.
-- :tx and :id are those of the last row that was read; :row_count_max is the most to read.
-- The planner sees how many only after they are read: of a table that was never analysed it would
-- sort all rows that wait, for each batch, not walk the index.
with batch as materialized (
  select tx, audit_id,
    case
      when action in ('lot.created', 'lot.updated')
        and pg_input_is_valid(diff -> 'after' ->> 'cell', 'bigint')
        then (diff -> 'after' ->> 'cell')::bigint
    end as cell
  from audit_log
  where (tx, audit_id) > (:tx::xid8, :id::bigint) and is_below_horizon(tx)
  order by tx, audit_id
  limit (select :row_count_max::bigint)
),
next as materialized (
  select * from batch limit :row_count_max
),
cells as (
  select distinct cell from next where cell is not null
)
select
  tx::text as tx,
  audit_id::text as id,
  array(
    select cell::text from cells
    -- Each by its index: `not exists` might read all cells that have a city.
    where (select cell from cell_cities where cell_cities.cell = cells.cell) is null
  ) as cells
from next
order by next.tx desc, audit_id desc
limit 1;
