-- The local events of all operators, in both worlds, that overlap [from_at, to_at), by their start.
select
  livemode, name, type, impact, starts_at, ends_at, latitude, longitude, radius_m, created_at
from local_events
where tstzrange(starts_at, ends_at) && tstzrange(:from_at, :to_at)
  and deleted_at is null
order by starts_at, event_id;
