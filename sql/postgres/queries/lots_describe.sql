-- What tells whether lots of one operator are listed by others, too.
select
  lot_id, name, latitude, longitude, lot_type, osm_id,
  case when not is_capacity_estimated then total_spaces end as total_spaces
from lots
where lot_id = any(:lot_ids::uuid[])
  and operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null;
