-- The nearest listed, active lot to a point, among those in an area around it. Distances are
-- compared in degrees, as in the index, so another lot can be slightly nearer in metres. That is
-- exact enough to find the time zone.
-- :box_beyond is the part past the antimeridian; null where there is none.
select
  nearest.lot_id, nearest.timezone,
  great_circle_m(latitude, longitude, :latitude, :longitude) as distance_m
from (values (:box::box), (:box_beyond::box)) as area (part)
cross join lateral (
  select lot_id, timezone, latitude, longitude
  from lots
  where position <@ area.part
    and livemode = :livemode
    and deleted_at is null
    and is_listed
    and status = 'active'
  order by position <-> point(:longitude, :latitude)
  limit 1
) as nearest
order by distance_m, lot_id
limit 1;
