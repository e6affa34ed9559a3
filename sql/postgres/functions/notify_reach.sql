-- Readers keep what happens on a day in memory, so they are told when these lots change. Few
-- operators have local events, and a stay changes none of these columns.
create or replace function notify_reach() returns trigger language plpgsql as $$
begin
  if exists (
    select from local_events
    where operator_id = new.operator_id and livemode = new.livemode and deleted_at is null
  ) then
    perform pg_notify('forecast', '');
  end if;
  return null;
end $$;
