create or replace trigger public_holidays_changed
  after insert or update or delete on marts.public_holidays
for each statement execute function marts.notify_forecast();
