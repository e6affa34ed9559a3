-- The next instant at which time alone moves a lot's occupancy; null: none is known.
create or replace function occupancy_moves_at(lot lots, as_of timestamptz)
returns timestamptz language sql stable
return least(
  case when lot.reported_at > as_of - interval '15 minutes'
    then lot.reported_at + interval '15 minutes' end,
  case when lot.held_spaces > 0 then (
    select min(case when starts_at > as_of then starts_at else expires_at end)
    from holds
    where lot_id = lot.lot_id and status = 'held' and expires_at > as_of) end);
