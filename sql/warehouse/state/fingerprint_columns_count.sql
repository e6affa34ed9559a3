-- One row: 1 where the file tells which version's it is. It may be empty, or of something else.
select count(*) as count from duckdb_columns()
where table_name = 'warehouse_state' and column_name = 'fingerprint';
