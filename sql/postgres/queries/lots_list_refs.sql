-- An operator's lots by its own reference.
-- $1 operator_id
-- $2 livemode
select ref, lot_id, currency
from lots
where operator_id = $1
  and livemode = $2
  and ref is not null
  and deleted_at is null;
