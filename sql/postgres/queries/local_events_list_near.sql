-- The local events of all operators of a world that overlap [from_at, to_at) and are felt somewhere
-- in a circle: those with most impact first.
select name, type, impact, starts_at, ends_at
from local_events
where tstzrange(starts_at, ends_at) && tstzrange(:from_at, :to_at)
  and deleted_at is null
  and livemode = :livemode
  and great_circle_m(latitude, longitude, :latitude, :longitude) <= :radius_m::float8 + radius_m
order by
  case impact when 'high' then 1 when 'medium' then 2 else 3 end, starts_at, event_id
limit :event_count_max;
