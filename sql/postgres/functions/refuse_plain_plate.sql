-- Once plates are written sealed, a process of the version before would write them plain, and not
-- find those that are sealed.
create or replace function refuse_plain_plate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from public.plate_keys where stage <> 'plain') then
    raise exception 'plates are stored sealed: this process is of an older version'
      using errcode = 'check_violation', constraint = 'plates_sealed';
  end if;
  return null;
end $$;
