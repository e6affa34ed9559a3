-- Writes the raw rows of the batches ($after, $through] into a file, in the order of their batches
-- and positions, which are the first three columns. In small groups of rows: whoever writes a group
-- has it in memory, and rows of lots are long.
copy (
  select * from query_table($table) where batch > $after and batch <= $through order by 1, 2, 3
) to $path (format parquet, compression zstd, row_group_size 20_480);
