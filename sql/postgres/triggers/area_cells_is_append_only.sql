create or replace trigger area_cells_is_append_only
  before update or delete or truncate on area_cells
for each statement execute function refuse_change();
