-- The lots of an operator, listed or not, whose name, ref or address contains a text, in whatever
-- case; the newest of them, up to :row_limit. All lots of the operator may be looked at.
select lot_id
from lots
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and position(lower(:text) in lower(concat_ws(' ', name, ref, address, city, state))) > 0
order by created_at desc, lot_id desc
limit :row_limit;
