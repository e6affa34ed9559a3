-- The map feed: one GeoJSON feature per row, in the order of their ids, so that the same lots
-- are the same text. What is not listed or not active is nobody's business.
-- $1 base_url
-- $2 box
-- $3 box_beyond  the part past the antimeridian; null: none
-- $4 livemode
select json_object(
  'type': 'Feature',
  'id': lot_id,
  'geometry': json_object(
    'type': 'Point',
    'coordinates': json_build_array(round(longitude * 1e6) / 1e6, round(latitude * 1e6) / 1e6)),
  'properties': json_object(
    'name': name,
    'slug': slug,
    'address': address,
    'total_spaces': total_spaces,
    'lot_type': lot_type,
    'features': features,
    'url': $1::text || '/api/v1/lots/' || lot_id,
    'osm_id': osm_id
    absent on null))::text as feature
from (values ($2::box), ($3::box)) as area (part)
join lots on lots.position <@ area.part
where livemode = $4
  and deleted_at is null
  and is_listed
  and status = 'active'
order by lot_id;
