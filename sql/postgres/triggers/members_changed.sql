-- What a connected app may do depends on the role of the member who connected it.
create or replace trigger members_changed
  after update of role, removed_at or delete on members
  for each statement execute function notify_key_changed();
