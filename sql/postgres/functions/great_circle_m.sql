-- Metres along the sphere between two points in degrees: the haversine formula on H3's mean radius
-- (IUGG R1 of the authalic sphere), as src/kit/geo/great-circle.ts has it.
create or replace function great_circle_m(
  lat_a double precision, lng_a double precision, lat_b double precision, lng_b double precision
) returns double precision language sql immutable parallel safe
return 2 * 6371007.180918475 * asin(least(1, sqrt(
  sin(radians(lat_a - lat_b) / 2) ^ 2
  + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_a - lng_b) / 2) ^ 2)));
