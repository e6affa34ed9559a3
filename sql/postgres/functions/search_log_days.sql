-- The partitions with a last day, in their order; from_at of the first is null.
create or replace function search_log_days() returns table (
  partition regclass, from_at timestamptz, to_at timestamptz)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select
    pg_class.oid::regclass,
    substring(bound from $p$FROM \('(.*?)'\)$p$)::timestamptz,
    substring(bound from $p$TO \('(.*?)'\)$p$)::timestamptz
  from pg_inherits
  join pg_class on pg_class.oid = inhrelid
  cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
  where inhparent = 'public.search_log'::regclass and bound <> 'DEFAULT'
  order by 3
$$;
