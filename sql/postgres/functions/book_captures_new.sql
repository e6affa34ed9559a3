-- Stays that are paid when they are written, such as those of the demo city, come by thousands.
create or replace function book_captures_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    'stay', captured_at, operator_id, livemode, lot_id, session_id, currency, 1,
    -subtotal_minor, shortfall_minor, platform_fee_minor,
    subtotal_minor - shortfall_minor - platform_fee_minor
  from added where captured_at is not null;
  return null;
end $$;
