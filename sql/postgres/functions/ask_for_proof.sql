-- A webhook that begins to send to an address asks it for a proof. The row is always written, so
-- that the sweep, which runs beside it, sees that it is used.
create or replace function ask_for_proof() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.webhook_addresses as address (operator_id, livemode, url)
  values (new.operator_id, new.livemode, new.url)
  on conflict (operator_id, livemode, url) do update
  set asked_at = now(), challenge_count = 0,
    due_at = case when address.verified_at is null then now() end;
  return null;
end $$;
