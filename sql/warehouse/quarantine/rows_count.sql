-- One row per source and fact with rows that were set aside: how many, since when, and how many
-- rows the fact has.
select
  source, fact, count(*)::integer as row_count,
  strftime(min(since) at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') as since,
  (select estimated_size from duckdb_tables() where table_name = fact)::bigint as read_count
from quarantined_rows
group by all
order by source, fact;
