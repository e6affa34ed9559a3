-- The address of the nearest listed lot with one within :radius_m of each of some places; null
-- where there is none.
-- :latitudes and :longitudes are the places, in the same order as the answer.
select (
  select address
  from lots
  where livemode = :livemode and deleted_at is null and is_listed and status = 'active'
    and address is not null
    and position <@ box(centre - reach, centre + reach)
    and great_circle_m(place.latitude, place.longitude, lots.latitude, lots.longitude) <= :radius_m
  order by great_circle_m(place.latitude, place.longitude, lots.latitude, lots.longitude), lot_id
  limit 1
) as address
from unnest(:latitudes::float8[], :longitudes::float8[]) with ordinality
  as place (latitude, longitude, number)
cross join lateral point(place.longitude, place.latitude) as centre
cross join lateral degrees_around(place.latitude, :radius_m) as reach
order by number;
