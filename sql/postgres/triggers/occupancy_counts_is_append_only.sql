create or replace trigger occupancy_counts_is_append_only
  before update or delete or truncate on occupancy_counts
  for each statement execute function refuse_change();
