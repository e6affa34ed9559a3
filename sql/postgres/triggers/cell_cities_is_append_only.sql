create or replace trigger cell_cities_is_append_only
  before update or delete or truncate on cell_cities
for each statement execute function refuse_change();
