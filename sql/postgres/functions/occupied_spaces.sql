-- Spaces in use at this instant, as shown and as dynamic prices see it: what stays and live holds
-- take, or what was counted on the ground in the last quarter of an hour where that is more.
create or replace function occupied_spaces(lot lots, as_of timestamptz)
returns integer language sql stable
return greatest(
  lot.taken_spaces
    + case when lot.held_spaces > 0 then spaces_held(lot.lot_id, as_of) else 0 end,
  case when lot.reported_at > as_of - interval '15 minutes' then lot.reported_occupied else 0 end);
