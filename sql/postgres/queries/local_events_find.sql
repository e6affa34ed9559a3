-- A local event of an operator in one mode.
select
  event_id, name, type, impact, starts_at, ends_at, latitude, longitude, radius_m, created_at
from local_events
where event_id = :event_id::uuid
  and operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null;
