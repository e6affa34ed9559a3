create or replace trigger processor_movements_is_append_only
  before update or delete or truncate on processor_movements
  for each statement execute function refuse_change();
