-- The tables of this connection that are gone when it is closed.
select table_name as name from duckdb_tables() where temporary;
