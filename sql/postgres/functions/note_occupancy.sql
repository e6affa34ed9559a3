-- Writes an event for each threshold that a lot has crossed, and which it is above now. The caller
-- has locked the lot's row, so it alone does this. Without `is_told` it writes no events.
create or replace function note_occupancy(lot lots, is_told boolean default true)
returns void language plpgsql as $$
declare
  as_of timestamptz := clock_timestamp();
  occupied integer := occupied_spaces(lot, as_of);
  above smallint[] := thresholds_above(lot, occupied);
  due_at timestamptz := occupancy_moves_at(lot, as_of);
begin
  -- An instant that is too early costs one look; writing it again costs a version of the row.
  if lot.occupancy_due_at > as_of and (due_at is null or lot.occupancy_due_at < due_at) then
    due_at := lot.occupancy_due_at;
  end if;
  if is_told and above <> lot.crossed_thresholds then
    insert into events (type, livemode, operator_id, entity_id, data)
    select 'occupancy.changed', lot.livemode, lot.operator_id, lot.lot_id::text, jsonb_build_object(
      'lot_id', lot.lot_id,
      'occupancy_pct', occupancy_pct(lot.total_spaces, occupied),
      'available_spaces', greatest(0, lot.total_spaces - occupied),
      'threshold_pct', threshold,
      'direction', case when is_above then 'up' else 'down' end,
      'as_of', instant_text(as_of))
    from unnest(lot.occupancy_thresholds) as threshold
    cross join lateral (select threshold = any(above) as is_above) as state
    where is_above <> (threshold = any(lot.crossed_thresholds))
    order by case when is_above then threshold else -threshold end;
  end if;
  if above <> lot.crossed_thresholds or due_at is distinct from lot.occupancy_due_at then
    update lots set crossed_thresholds = above, occupancy_due_at = due_at
    where lot_id = lot.lot_id;
  end if;
end $$;
