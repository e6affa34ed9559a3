-- Makes the partitions that are missing from today until :days_ahead days later (at most 30), and
-- returns how many. A day with rows in the default partition stays there. A function of its
-- owner, because no role may create tables.
create or replace function add_search_days(days_ahead integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' set timezone = 'UTC'
as $$
declare
  day timestamptz;
  name text;
  day_count integer := 0;
begin
  -- Of two at the same time, the second waits and then finds nothing to do.
  lock table only public.search_log in share update exclusive mode;
  for day in
    select generate_series(
      greatest(date_trunc('day', now()), (select max(to_at) from public.search_log_days())),
      date_trunc('day', now()) + make_interval(days => least(days_ahead, 30)),
      interval '1 day')
  loop
    continue when exists (
      select from public.search_log_default
      where logged_at >= day and logged_at < day + interval '1 day');
    name := 'public.search_log_' || to_char(day, 'YYYYMMDD');
    execute format(
      'create table %s (like public.search_log including all excluding identity,
         primary key (tx, search_id))', name);
    execute format(
      'alter table public.search_log attach partition %s for values from (%L) to (%L)',
      name, day, day + interval '1 day');
    day_count := day_count + 1;
  end loop;
  return day_count;
end
$$;
