-- One row: how many rows all tables have together.
select coalesce(sum(estimated_size), 0)::bigint as row_count
from duckdb_tables()
where not internal;
