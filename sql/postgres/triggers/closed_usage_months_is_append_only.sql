create or replace trigger closed_usage_months_is_append_only
  before update or delete or truncate on closed_usage_months
  for each statement execute function refuse_change();
