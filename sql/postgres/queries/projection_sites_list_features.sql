-- A page of the projection sites, in the order of their cells, each as one GeoJSON feature with its
-- position.
-- :after is the last cell of the page before.
select
  cell::text as cell,
  to_hex(cell) as id,
  longitude,
  latitude,
  json_object(
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
from marts.projection_sites as site
where livemode = :livemode
  and site.cell > :after
order by site.cell
limit :row_limit;
