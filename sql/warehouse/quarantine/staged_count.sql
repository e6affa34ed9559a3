-- One row: how many rows a staging view ($staged) has of the batches ($from, $through].
select count(*)::integer as row_count
from query_table($staged)
where batch > $from and batch <= $through;
