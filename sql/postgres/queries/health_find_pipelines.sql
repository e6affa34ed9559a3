-- One row: what the pipelines say of their refreshes, what they could not read, the size of the
-- archive, and how many days of searches the search log has. drained_rows is of the last refresh
-- that succeeded.
select
  succeeded_at,
  duration_ms,
  (
    select coalesce(sum((step ->> 'rows')::bigint), 0)::bigint
    from jsonb_array_elements(steps) as step
    where step ->> 'name' like 'drain-%'
  ) as drained_rows,
  failed_at,
  failure_count,
  -- Earlier versions, which may run beside this one, do not empty the list.
  case when failure_count > 0 then failing else '[]' end as failing,
  warehouse_rows,
  warehouse_bytes,
  quarantine,
  archive.*,
  (select count(*)::integer from search_log_days() where from_at is null or from_at <= now())
    as search_days
from refresh_status
cross join (
  select
    count(*)::integer as archive_files, coalesce(sum(row_count), 0)::bigint as archive_rows,
    coalesce(sum(byte_count), 0)::bigint as archive_bytes,
    count(damage)::integer as archive_damaged
  from archive_files
) as archive;
