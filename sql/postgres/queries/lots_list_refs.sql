-- An operator's lots by what files may call them. One row without a lot when there are none, and no
-- row when there is no such operator.
select lots.lot_id, lots.ref, lots.osm_id, lots.name, lots.currency, lots.total_spaces,
  lots.is_capacity_estimated
from operators
left join lots
  on lots.operator_id = operators.operator_id
  and lots.livemode = :livemode
  and lots.deleted_at is null
where operators.operator_id = :operator_id;
