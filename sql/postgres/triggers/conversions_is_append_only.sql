create or replace trigger conversions_is_append_only
  before update or delete or truncate on conversions
for each statement execute function refuse_change();
