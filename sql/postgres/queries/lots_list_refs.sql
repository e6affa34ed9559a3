-- An operator's lots that have a ref. One row without a lot when there are none, and no row when
-- there is no such operator.
select lots.ref, lots.lot_id, lots.currency
from operators
left join lots
  on lots.operator_id = operators.operator_id
  and lots.livemode = :livemode
  and lots.ref is not null
  and lots.deleted_at is null
where operators.operator_id = :operator_id;
