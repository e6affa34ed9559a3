-- A look-up of a plate meets the sessions of whoever asks, and no others: what it costs says
-- nothing of how often the vehicle parks elsewhere.
drop index sessions_by_vehicle;

create index sessions_by_vehicle
  on sessions (vehicle_id, operator_id, created_at, session_id);

create index sessions_by_vehicle_and_creator
  on sessions (vehicle_id, creator_operator_id, created_at, session_id)
  where creator_operator_id <> operator_id;
