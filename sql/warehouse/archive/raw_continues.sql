-- One row: how many raw rows are before the end of an archive by only one of its batch ($batch) and
-- its position ($tx, $id); and the first batch after it that the raw table has, or null.
select
  count(*) filter ((#1 <= $batch) <> ((#2, #3) <= ($tx::ubigint, $id::bigint)))::integer
    as odd_count,
  min(#1) filter (#1 > $batch) as next_batch
from query_table($table);
