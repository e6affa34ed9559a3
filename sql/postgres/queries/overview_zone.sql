-- The time zone of most of an operator's newest :lots_max lots; no row without lots.
select timezone
from (
  select timezone from lots
  where operator_id = :operator_id and livemode = :livemode and deleted_at is null
  order by created_at desc, lot_id desc
  limit :lots_max
) as newest
group by timezone
order by count(*) desc, timezone
limit 1;
