create or replace trigger ledger_is_append_only
  before update or delete or truncate on ledger
  for each statement execute function refuse_change();
