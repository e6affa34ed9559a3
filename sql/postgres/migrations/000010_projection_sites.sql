-- Where people search for a space and find none.

-- One row per world and cell, from searches of the 24 hours before `to_at`: what the map feed of
-- such sites shows. It tells of no cell for which fewer than three callers speak, and of none of
-- them. It is no part of a publication: a job of its own makes it, from callers that no other store
-- may hold.
create table marts.projection_sites (
  livemode boolean not null,
  -- resolution 8, and its centre
  cell bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  -- of the nearest listed, active lot that has a city; null: none is within 50 km
  city text,
  state text,
  nearest_lot_m integer,
  unmet_searches integer not null check (unmet_searches >= 10),
  caller_count integer not null check (caller_count >= 3),
  suggested_spaces integer not null check (suggested_spaces between 1 and caller_count),
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (livemode, cell)
);

-- Searches of a day out of years of them: they lie in the order in which they were made.
create index search_log_by_age on search_log using brin (at) with (autosummarize = on);

-- How far, in degrees east and north, a point within a great-circle distance of a place can be from
-- it: the meridians which touch that circle are asin(sin r / cos φ) away, with r the distance as an
-- angle; where it holds a pole, all longitudes. What rounding could cut off is an excess of a tenth
-- of a metre.
create function degrees_around(latitude double precision, distance_m double precision)
returns point language sql immutable parallel safe
return point(
  case
    when sin(distance_m / 6371007.180918475) < cos(radians(latitude))
      then degrees(asin(sin(distance_m / 6371007.180918475) / cos(radians(latitude)))) + 1e-6
    else 360
  end,
  degrees(distance_m / 6371007.180918475) + 1e-6);
