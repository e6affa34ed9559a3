-- Two lots of any operators that are to be compared, locked in the order of their ids. Deleted lots
-- are left out unless they are asked for.
select
  lot_id, operator_id, operators.name as operator_name, livemode, lots.name, latitude, longitude,
  lot_type, osm_id, total_spaces, is_listed, is_waiting, duplicate_of, merged_into
from lots
join operators using (operator_id)
where lot_id in (:one_id::uuid, :other_id::uuid) and (deleted_at is null or :with_deleted::boolean)
order by lot_id
for no key update of lots;
