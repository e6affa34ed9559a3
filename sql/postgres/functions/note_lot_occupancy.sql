-- It runs after the statement, so it sees the holds that the statement wrote. Most stays cross
-- nothing, and cost only the comparisons here: whether the lot could, now or by time alone, reach
-- the next threshold or fall below the last one it is above. (In a WHEN clause they would be parsed
-- for each statement.) Other thresholds are no crossing.
create or replace function note_lot_occupancy() returns trigger language plpgsql as $$
declare
  above_count integer := cardinality(new.crossed_thresholds);
begin
  if new.deleted_at is null and (
    old.occupancy_thresholds <> new.occupancy_thresholds
    or greatest(new.taken_spaces + new.held_spaces,
        case when new.reported_at > now() - interval '15 minutes' then new.reported_occupied end)
      * 100 >= new.occupancy_thresholds[above_count + 1] * new.total_spaces
    or above_count > 0 and new.taken_spaces * 100
      <= greatest(new.crossed_thresholds[above_count] - 5, 0) * new.total_spaces)
  then
    perform note_occupancy(new, old.occupancy_thresholds = new.occupancy_thresholds);
  end if;
  return null;
end $$;
