-- The nearest listed, active lots within a distance: all of them are sorted.
with nearest as (
  select lot_id, st_distance(place, st_point(:longitude, :latitude)::geography, false) as distance_m
  from lots
  where deleted_at is null and is_listed and status = 'active' and livemode
    and st_dwithin(place, st_point(:longitude, :latitude)::geography, :radius_m, false)
  order by distance_m, lot_id
  limit :row_limit
)
select shown_lots.*, distance_m
from nearest
join shown_lots using (lot_id)
order by distance_m, lot_id;
