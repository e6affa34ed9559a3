-- One row: the last batch of the next file of a source, whose raw table is $table. The file has the
-- batches after $after up to $through that together have at most $row_count_max rows, and at least
-- one batch. Null when all of them together have fewer than $row_count_min rows.
with batches as (
  select batch, count(*) as row_count
  from query_table($table)
  where batch > $after and batch <= $through
  group by batch
),
added as (
  select
    batch,
    sum(row_count) over (order by batch) as row_count,
    sum(row_count) over () as total_count,
    row_number() over (order by batch) as position
  from batches
)
select max(batch) as batch
from added
where total_count >= $row_count_min and (row_count <= $row_count_max or position = 1);
