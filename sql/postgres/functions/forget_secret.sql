-- The secret of a webhook is gone with the webhook.
create or replace function forget_secret() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.webhook_secrets where webhook_id = new.webhook_id;
  return null;
end $$;
