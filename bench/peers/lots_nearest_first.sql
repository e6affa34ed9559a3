-- The same, with the index giving the nearest first, so that few of a large circle are read.
with nearest as (
  select lot_id, st_distance(place, st_point(:longitude, :latitude)::geography, false) as distance_m
  from lots
  where deleted_at is null and is_listed and status = 'active' and livemode
    and st_dwithin(place, st_point(:longitude, :latitude)::geography, :radius_m, false)
  order by place <-> st_point(:longitude, :latitude)::geography
  limit :row_limit
)
select shown_lots.*, distance_m
from nearest
join shown_lots using (lot_id)
order by distance_m, lot_id;
