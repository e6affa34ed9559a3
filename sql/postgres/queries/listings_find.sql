-- Listed, active lots as they are, each beside what it was when it was first listed as the car park
-- that it is; `first` is null where it was not.
select
  lots.lot_id, lots.name, lots.latitude, lots.longitude, lots.lot_type, lots.osm_id,
  case when not is_capacity_estimated then lots.total_spaces end as total_spaces,
  case when first.lot_id is not null then json_build_object(
    'name', first.name, 'latitude', first.latitude, 'longitude', first.longitude,
    'total_spaces', first.total_spaces, 'lot_type', first.lot_type, 'osm_id', first.osm_id)
  end as first
from unnest(:lot_ids::uuid[]) with ordinality as given (lot_id, number)
join lots using (lot_id)
left join first_listings as first using (lot_id)
where deleted_at is null and is_listed and status = 'active'
order by given.number;
