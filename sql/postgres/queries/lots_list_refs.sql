-- An operator's lots by its own reference; one row without any where it has none, and no row where
-- there is no such operator.
select lots.ref, lots.lot_id, lots.currency
from operators
left join lots
  on lots.operator_id = operators.operator_id
  and lots.livemode = :livemode
  and lots.ref is not null
  and lots.deleted_at is null
where operators.operator_id = :operator_id;
