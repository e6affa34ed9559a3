-- Readers keep what happens on a day in memory, and are told when any of it changes.
create trigger local_events_changed after insert or update or delete on local_events
for each statement execute function marts.notify_forecast();

create trigger public_holidays_changed after insert or update or delete on marts.public_holidays
for each statement execute function marts.notify_forecast();
