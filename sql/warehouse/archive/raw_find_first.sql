-- One row: the first batch that a raw table has; null when it is empty.
select min(batch) as batch from query_table($table);
