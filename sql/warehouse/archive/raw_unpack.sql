-- Adds the batches of a file that the raw table does not have. A column that older files lack is
-- null.
insert into "$table" by name
select * from read_parquet($path) where batch not in (select batch from "$table");
