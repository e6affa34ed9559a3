-- An invoice that is paid stops no answers any more, in all processes at once.
create or replace trigger invoices_changed
  after update on invoices
  for each statement execute function notify_key_changed();
