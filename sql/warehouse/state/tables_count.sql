-- One row: 1 where the table that every warehouse has is there. A file may be readable and empty.
select count(*) as count from duckdb_tables() where table_name = 'warehouse_state';
