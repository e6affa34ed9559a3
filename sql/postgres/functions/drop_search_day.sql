-- Drops the first day of searches that nobody needs any more, and returns its end; null when there
-- is none. Such a day is over and at least :days_kept days old (and 2 in any case); every search of
-- it is in the archive, which has no damaged file, and was looked at for crowds; and nothing is
-- known any more of who made them, so that conversions and projection sites were found. A
-- transaction that may still write to the day keeps the partition locked, and this waits no longer
-- than its lock_timeout. A row that comes later is written to the default partition. A function of
-- its owner, because no role may drop tables or delete searches.
create or replace function drop_search_day(days_kept integer) returns timestamptz
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s'
as $$
declare
  kept_from timestamptz :=
    date_trunc('day', now(), 'UTC') - make_interval(days => greatest(days_kept, 2));
  safe record;
  day record;
  newest record;
begin
  select last_tx as tx, last_id as id into safe
  from public.archive_files
  where source = 'search_log'
  order by first_batch desc
  limit 1;
  if safe is null
    or exists (
      select from public.archive_files where source = 'search_log' and damage is not null)
  then
    return null;
  end if;
  select least(safe.tx, tx) as tx,
    case when (safe.tx, safe.id) <= (tx, id) then safe.id else id end as id
  into safe
  from public.reading_positions
  where reader = 'search_crowds';
  for day in
    select partition, to_at from public.search_log_days() where to_at <= kept_from
    union all
    select 'public.search_log_default', kept_from
    where exists (select from public.search_log_default where logged_at < kept_from)
  loop
    exit when exists (select from public.search_callers where at < day.to_at);
    -- The newest row is read under the lock that a drop needs anyway.
    lock table only public.search_log in access exclusive mode;
    execute format('lock table %s in access exclusive mode', day.partition);
    execute format(
      'select tx, search_id as id from %s where logged_at < %L
       order by tx desc, search_id desc limit 1', day.partition, day.to_at)
    into newest;
    continue when (newest.tx, newest.id) > (safe.tx, safe.id);
    if day.partition = 'public.search_log_default'::regclass then
      delete from public.search_log_default where logged_at < day.to_at;
    else
      execute format('drop table %s', day.partition);
    end if;
    update public.search_log_start
    set
      tx = case when (newest.tx, newest.id) > (tx, id) then newest.tx else tx end,
      id = case when (newest.tx, newest.id) > (tx, id) then newest.id else id end,
      dropped_before = greatest(dropped_before, day.to_at);
    return day.to_at;
  end loop;
  return null;
end
$$;
