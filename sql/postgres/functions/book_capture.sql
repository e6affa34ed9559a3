-- The entry of a stay whose money was captured. Where what is captured already changes, the former
-- entry is taken back and a new one made: entries never change.
create or replace function book_capture() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.ledger (
    kind, at, operator_id, livemode, lot_id, session_id, currency, stay_count,
    driver_minor, shortfall_minor, platform_fee_minor, operator_minor)
  select
    case when old.captured_at is null then 'stay' else 'correction' end,
    captured_at, operator_id, livemode, lot_id, session_id, currency, times,
    times * -subtotal_minor, times * shortfall_minor, times * platform_fee_minor,
    times * (subtotal_minor - shortfall_minor - platform_fee_minor)
  from (
    select old.*, -1 as times where old.captured_at is not null
    union all
    select new.*, 1 where new.captured_at is not null
  ) as stay;
  return null;
end $$;
