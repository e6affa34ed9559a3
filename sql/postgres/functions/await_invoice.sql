create or replace function await_invoice() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.unbilled_months (operator_id, from_at) select operator_id, from_at from added;
  return null;
end $$;
