-- Which of an operator's lots have these refs, locked as by lot_lock, in the order of their ids:
-- that is how everybody locks several.
-- $1 operator_id
-- $2 livemode
-- $3 refs
select ref, lot_id
from lots
where operator_id = $1
  and livemode = $2
  and deleted_at is null
  and ref = any($3::text[])
order by lot_id
for no key update;
