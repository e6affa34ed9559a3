create or replace trigger lots_note_occupancy
  after update of taken_spaces, held_spaces, total_spaces, reported_occupied, reported_at,
    occupancy_thresholds on lots
  for each row execute function note_lot_occupancy();
