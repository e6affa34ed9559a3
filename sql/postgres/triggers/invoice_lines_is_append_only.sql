create or replace trigger invoice_lines_is_append_only
  before update or delete or truncate on invoice_lines
  for each statement execute function refuse_change();
