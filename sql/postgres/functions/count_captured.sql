create or replace function count_captured() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if old.captured_at is not null then
    update public.captured_months set gross_minor = gross_minor - old.subtotal_minor
    where operator_id = old.operator_id and livemode = old.livemode
      and from_at = date_trunc('month', old.captured_at, 'UTC') and currency = old.currency
      and slot = hashtext(old.session_id) & 15;
  end if;
  if new.captured_at is not null then
    insert into public.captured_months as month
      (operator_id, livemode, from_at, currency, slot, gross_minor)
    values (new.operator_id, new.livemode, date_trunc('month', new.captured_at, 'UTC'),
      new.currency, hashtext(new.session_id) & 15, new.subtotal_minor)
    on conflict (operator_id, livemode, from_at, currency, slot) do update
    set gross_minor = month.gross_minor + excluded.gross_minor;
  end if;
  return null;
end $$;
