-- One row per raw row of a batch: its position, in order.
with rows as (
  select #2 as tx, #3 as id from query_table($table) where batch = $batch
)
select tx::varchar as tx, id::varchar as id from rows order by rows.tx, rows.id;
