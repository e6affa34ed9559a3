-- is_due: the search log has days, or rows without a partition for their day, that are at least
-- :days_kept days old; tx and id are the last position of all their searches. A function of its
-- owner, because it looks into single partitions, whose newest row each has an index.
create or replace function due_searches(days_kept integer)
returns table (is_due boolean, tx xid8, id bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  kept_from timestamptz := date_trunc('day', now(), 'UTC') - make_interval(days => days_kept);
  day regclass;
  newest record;
begin
  is_due := false;
  for day in
    select partition from public.search_log_days() where to_at <= kept_from
    union all
    select 'public.search_log_default'
    where exists (select from public.search_log_default where logged_at < kept_from)
  loop
    is_due := true;
    execute format(
      'select tx, search_id as id from %s where logged_at < %L
       order by tx desc, search_id desc limit 1', day, kept_from)
    into newest;
    if (tx, id) is null or (newest.tx, newest.id) > (tx, id) then
      tx := newest.tx;
      id := newest.id;
    end if;
  end loop;
  return next;
end
$$;
