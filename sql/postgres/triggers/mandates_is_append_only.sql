create or replace trigger mandates_is_append_only
  before update or delete or truncate on mandates
  for each statement execute function refuse_change();
