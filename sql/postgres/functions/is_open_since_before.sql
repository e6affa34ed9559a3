-- Whether a transaction of this database that began before an instant is still open. A function of
-- its owner, because the view shows other users' transactions to few. Those that it shows to nobody
-- here do not count: should one of them charge late, the trigger below refuses it.
create or replace function is_open_since_before(instant timestamptz) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from pg_stat_activity where datname = current_database() and xact_start < instant)
$$;
