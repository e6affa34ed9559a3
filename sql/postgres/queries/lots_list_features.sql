-- The given lots that may be on the map, each as one GeoJSON feature with its position. Lots that
-- are not listed or not active are left out.
select
  lot_id as id,
  longitude,
  latitude,
  json_object(
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
      'is_capacity_estimated': is_capacity_estimated,
      'lot_type': lot_type,
      'features': features,
      'url': :base_url::text || '/api/v1/lots/' || lot_id,
      'osm_id': osm_id,
      'data_license': data_license,
      'attribution': case when osm_id is not null then :osm_attribution::text end))::text as feature
from unnest(:lot_ids::uuid[]) as given (lot_id)
join lots using (lot_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active';
