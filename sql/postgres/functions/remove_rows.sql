-- Rows are told by the primary key alone; without any, all are removed.
create or replace function marts.remove_rows(mart text, rows json)
returns void language plpgsql as $$
declare
  is_same_key text;
begin
  if rows is null then
    execute format('delete from marts.%I', mart);
    return;
  end if;
  select string_agg(format('kept.%1$I = stale.%1$I', attname), ' and ')
  into is_same_key
  from pg_index
  join pg_attribute on attrelid = indrelid and attnum = any(indkey)
  where indisprimary and indrelid = format('marts.%I', mart)::regclass;
  if is_same_key is null then
    raise exception 'marts.% has no primary key', mart;
  end if;
  execute format(
    'delete from marts.%1$I as kept
     using json_populate_recordset(null::marts.%1$I, $1) as stale
     where %2$s',
    mart, is_same_key)
  using rows;
end $$;
