-- Refunds that a crash left unpaid, each with its session. Those opened in the last minute are left
-- out, because the call that opened them may still be working. Live ones come first, then those
-- that never failed. One that failed before is listed again once its next try is due.
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
