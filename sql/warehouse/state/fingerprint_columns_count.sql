-- One row: 1 when the file stores the version of its state, 0 when it is empty or no warehouse.
select count(*) as count from duckdb_columns()
where table_name = 'warehouse_state' and column_name = 'fingerprint';
