-- API processes keep keys in memory; this tells them at once that one has changed.
create or replace function notify_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_changed', '');
  return null;
end $$;
