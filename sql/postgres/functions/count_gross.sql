-- Adds what was captured to its month (UTC), by which the fee of later stays is decided.
create or replace function count_gross() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.captured_months as month
    (operator_id, livemode, from_at, currency, slot, gross_minor)
  select operator_id, livemode, date_trunc('month', at, 'UTC'), currency,
    hashtext(session_id) & 15, -sum(driver_minor + shortfall_minor)
  from added where driver_minor <> 0
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (operator_id, livemode, from_at, currency, slot) do update
  set gross_minor = month.gross_minor + excluded.gross_minor;
  return null;
end $$;
