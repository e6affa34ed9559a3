create or replace trigger invoice_fees_is_append_only
  before update or delete or truncate on invoice_fees
  for each statement execute function refuse_change();
