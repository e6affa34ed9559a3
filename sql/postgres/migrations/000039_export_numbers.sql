-- Files for OpenStreetMap need a number for each lot: unique within every file, the same in all of
-- them, and small, because tools keep tables as long as the largest. Only such files use it, so
-- nobody is told of it.
alter table lots add column export_number bigint generated always as identity;
create index lots_to_export on lots (export_number)
  where deleted_at is null and is_listed and status = 'active' and is_osm_export_allowed;

create or replace function lot_snapshot(lot lots) returns jsonb language sql stable
return to_jsonb(lot) - '{position,taken_spaces,held_spaces,space_labels,free_labels,
    entry_instructions,reported_occupied,reported_at,crossed_thresholds,occupancy_due_at,
    export_number,created_at,updated_at,deleted_at}'::text[]
  || jsonb_build_object('cell', lot.cell::text);
