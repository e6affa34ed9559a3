create or replace function marts.notify_forecast() returns trigger language plpgsql as $$
begin
  perform pg_notify('forecast', '');
  return null;
end
$$;
