-- Writes down what lots are now as what they are first listed as, after all others.
insert into first_listings (
  lot_id, livemode, name, latitude, longitude, total_spaces, lot_type, osm_id)
select
  lot_id, livemode, name, latitude, longitude,
  case when not is_capacity_estimated then total_spaces end, lot_type, osm_id
from unnest(:lot_ids::uuid[]) with ordinality as given (lot_id, number)
join lots using (lot_id)
order by given.number
on conflict (lot_id) do update set
  number = default, name = excluded.name, latitude = excluded.latitude,
  longitude = excluded.longitude, total_spaces = excluded.total_spaces,
  lot_type = excluded.lot_type, osm_id = excluded.osm_id;
