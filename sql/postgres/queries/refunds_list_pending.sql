-- Refunds that a crash left unpaid, each with its session: whoever opened one in the last minute
-- may still be at it. Live ones come first, then those that never failed; what failed comes when it
-- is to be tried again.
select
  refunds.refund_id,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try,
  session_details.*
from refunds
join session_details using (session_id)
left join setbacks on job = 'settle-refunds' and entity_id = refund_id
where refunds.status = 'pending' and refunds.created_at <= now() - interval '1 minute'
  and (job is null or retry_at <= now())
order by refunds.livemode desc, retry_at nulls first, refunds.created_at
limit :row_limit;
