create or replace trigger ordinary_days_is_append_only
  before update or delete or truncate on ordinary_days
for each statement execute function refuse_change();
