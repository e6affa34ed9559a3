-- What an audit row says about a lot: all but its bookkeeping and what opens its gate. The cell is
-- text because JSON readers would round it.
create or replace function lot_snapshot(lot lots) returns jsonb language sql stable
return to_jsonb(lot) - '{position,taken_spaces,held_spaces,space_labels,free_labels,
    entry_instructions,reported_occupied,reported_at,crossed_thresholds,occupancy_due_at,
    export_number,created_at,updated_at,deleted_at}'::text[]
  || jsonb_build_object('cell', lot.cell::text);
