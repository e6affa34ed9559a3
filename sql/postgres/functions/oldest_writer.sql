-- Who holds the horizon back below which rows can be drained: the transaction that writes, anywhere
-- on the server, and has been open longest. A function of its owner, because the views show other
-- users' transactions to few. `started_at` is null where they show it to nobody here.
create or replace function oldest_writer() returns table (
  transaction text, started_at timestamptz, process_id integer, application text, database text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select * from (
    select backend_xid::text, xact_start, pid, application_name, datname::text
    from pg_stat_activity where backend_xid is not null
    union all
    select pg_prepared_xacts.transaction::text, prepared, null, gid, database::text
    from pg_prepared_xacts
  ) as writer (transaction, started_at, process_id, application, database)
  order by started_at nulls first
  limit 1
$$;
