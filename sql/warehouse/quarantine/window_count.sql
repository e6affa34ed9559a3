-- One row: how many rows a raw table or staging view ($table) has of the batches ($from, $through].
select count(*)::integer as row_count
from query_table($table)
where batch > $from and batch <= $through;
