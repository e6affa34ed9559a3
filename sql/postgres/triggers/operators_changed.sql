create or replace trigger operators_changed
  after update or delete on operators
  for each statement execute function notify_key_changed();
