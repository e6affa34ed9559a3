create or replace trigger usage_is_append_only
  before update or delete or truncate on usage
  for each statement execute function refuse_change();
