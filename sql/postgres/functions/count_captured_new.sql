-- Stays that are paid when they are written, such as those of the demo city, come by thousands.
create or replace function count_captured_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.captured_months as month
    (operator_id, livemode, from_at, currency, slot, gross_minor)
  select operator_id, livemode, date_trunc('month', captured_at, 'UTC'), currency,
    hashtext(session_id) & 15, sum(subtotal_minor)
  from added where captured_at is not null
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (operator_id, livemode, from_at, currency, slot) do update
  set gross_minor = month.gross_minor + excluded.gross_minor;
  return null;
end $$;
