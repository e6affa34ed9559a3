-- Refunds that a crash left unpaid, each with its session: whoever opened one in the last minute
-- may still be at it.
-- $1 row_limit
select refunds.refund_id, session_details.*
from refunds
join session_details using (session_id)
where refunds.status = 'pending' and refunds.created_at <= now() - interval '1 minute'
order by refunds.created_at
limit $1;
