-- One row: the state of the database, of the pipelines and of what they store, as columns of JSON.
-- Ages are in seconds. :lock is the advisory lock of the owner of the warehouse.
select
  json_object(
    'name': current_database(), 'bytes': pg_database_size(current_database())) as database,
  (select stage from plate_keys) as plates,
  exists (
    select from pg_locks
    join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and granted and datname = current_database() and objsubid = 1
      and (classid::bigint << 32) + objid::bigint = :lock::bigint
  ) as is_running,
  json_object(
    'succeeded_at': succeeded_at,
    'age_s': extract(epoch from now() - succeeded_at)::integer,
    'duration_ms': duration_ms,
    'steps': steps,
    'failed_at': failed_at,
    'failure': failure,
    'failures': failure_count,
    'failing': case when failure_count > 0 then failing else '[]' end) as refresh,
  (
    select coalesce(json_agg(json_object(
        'name': name, 'tx': read ->> 'tx', 'id': read ->> 'id', 'read_until': read ->> 'read_until',
        'age_s': extract(epoch from now() - (read ->> 'read_until')::timestamptz)::integer)
      order by name), '[]')
    from jsonb_each(sources) as source (name, read)
  ) as sources,
  json_object('rows': warehouse_rows, 'bytes': warehouse_bytes) as warehouse,
  quarantine,
  (
    select json_object(
      'files': count(*), 'rows': coalesce(sum(row_count), 0),
      'bytes': coalesce(sum(byte_count), 0),
      'damaged': coalesce(json_agg(json_object(
        'file': file_name, 'source': source, 'rows': row_count, 'damage': damage))
        filter (where damage is not null), '[]'))
    from archive_files
  ) as archive,
  (
    select json_object('days': count(*), 'dropped_before': dropped_before)
    from search_log_days()
    where from_at is null or from_at <= now()
  ) as searches,
  (
    select coalesce(json_agg(json_object('job': name, 'state': state, 'count': jobs)
      order by name, state), '[]')
    from (
      select name, state, count(*) as jobs from pgboss.job
      where state in ('created', 'retry', 'active')
      group by name, state
    ) as waiting
  ) as queue
from refresh_status
cross join search_log_start;
