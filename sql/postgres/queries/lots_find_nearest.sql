-- The listed, active lot nearest to a point, of those in an area around it. Distances are compared
-- in degrees, as the index has them: what is nearly as near is near enough to tell the zone.
-- $1 livemode
-- $2 box
-- $3 box_beyond  the part past the antimeridian; null: none
-- $4 latitude
-- $5 longitude
select nearest.lot_id, nearest.timezone, great_circle_m(latitude, longitude, $4, $5) as distance_m
from (values ($2::box), ($3::box)) as area (part)
cross join lateral (
  select lot_id, timezone, latitude, longitude
  from lots
  where position <@ area.part
    and livemode = $1
    and deleted_at is null
    and is_listed
    and status = 'active'
  order by position <-> point($5, $4)
  limit 1
) as nearest
order by distance_m, lot_id
limit 1;
