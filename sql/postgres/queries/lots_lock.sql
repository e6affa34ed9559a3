-- Which of an operator's lots have these refs, locked as by lot_lock, in the order of their ids:
-- that is how everybody locks several.
select ref, lot_id
from lots
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and ref = any(:refs::text[])
order by lot_id
for no key update;
