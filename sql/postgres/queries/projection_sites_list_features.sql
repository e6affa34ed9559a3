-- The map feed of projection sites: one GeoJSON feature per row, in the order of their ids, so that
-- the same sites are the same text.
-- $1 box
-- $2 box_beyond  the part past the antimeridian; null: none
-- $3 livemode
select json_object(
  'type': 'Feature',
  'id': to_hex(cell),
  'geometry': json_object(
    'type': 'Point',
    'coordinates': json_build_array(round(longitude * 1e6) / 1e6, round(latitude * 1e6) / 1e6)),
  'properties': json_object(
    'h3': to_hex(cell),
    'city': city,
    'state': state,
    'status': 'projected',
    'unmet_searches': unmet_searches,
    'nearest_lot_m': nearest_lot_m,
    'suggested_spaces': suggested_spaces,
    'period': json_object(
      'from': to_char(from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'to': to_char(to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))::text as feature
from (values ($1::box), ($2::box)) as area (part)
join marts.projection_sites on point(longitude, latitude) <@ area.part
where livemode = $3
order by cell;
