-- An operator's lots by its own reference; one row without any where it has none, and no row where
-- there is no such operator.
-- $1 operator_id
-- $2 livemode
select lots.ref, lots.lot_id, lots.currency
from operators
left join lots
  on lots.operator_id = operators.operator_id
  and lots.livemode = $2
  and lots.ref is not null
  and lots.deleted_at is null
where operators.operator_id = $1;
