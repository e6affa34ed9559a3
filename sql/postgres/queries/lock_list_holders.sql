-- The sessions that hold a lock that is waited for: the advisory lock :advisory_lock, or whatever
-- keeps the process :waiting_pid waiting; the other of the two is null. PostgreSQL tells a user who
-- is no superuser little of the sessions of others: then client and since are null.
select
  pid,
  nullif(application_name, '') as application,
  host(client_addr) as client,
  coalesce(xact_start, backend_start) as since
from pg_stat_activity
where
  pid = any (pg_blocking_pids(:waiting_pid::integer))
  or pid in (
    select pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and classid::bigint << 32 | objid::bigint = :advisory_lock::bigint
      and database = (select oid from pg_database where datname = current_database()))
order by since, pid;
