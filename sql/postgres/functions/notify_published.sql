-- API processes keep what they have read of a publication; this tells them to look again.
create or replace function marts.notify_published() returns trigger language plpgsql as $$
begin
  perform pg_notify('published', '');
  return null;
end $$;
