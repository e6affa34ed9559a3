-- How far, in degrees east and north, a point within a great-circle distance of a place can be from
-- it: the meridians which touch that circle are asin(sin r / cos φ) away, with r the distance as an
-- angle; where it holds a pole, all longitudes. What rounding could cut off is an excess of a tenth
-- of a metre.
create or replace function degrees_around(latitude double precision, distance_m double precision)
returns point language sql immutable parallel safe
return point(
  case
    when sin(distance_m / 6371007.180918475) < cos(radians(latitude))
      then degrees(asin(sin(distance_m / 6371007.180918475) / cos(radians(latitude)))) + 1e-6
    else 360
  end,
  degrees(distance_m / 6371007.180918475) + 1e-6);
