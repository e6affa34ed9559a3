-- One row per table, view and macro of the numbered folders.
select
  name, version,
  case
    when name in (select view_name from duckdb_views()) then 'view'
    when name in (select table_name from duckdb_tables()) then 'table'
    else 'macro'
  end as kind
from relations;
