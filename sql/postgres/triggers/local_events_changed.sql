-- Readers keep what happens on a day in memory, and are told when any of it changes.
create or replace trigger local_events_changed after insert or update or delete on local_events
for each statement execute function marts.notify_forecast();
