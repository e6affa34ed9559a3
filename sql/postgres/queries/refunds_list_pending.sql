-- Refunds that a crash left unpaid, each with its session. Those opened in the last minute are left
-- out, because the call that opened them may still be working. Live ones come first, then those
-- that never failed. One that failed before is listed again once its next try is due.
-- `offset 0` makes the planner look each stay up by its key; otherwise it might read the whole
-- view.
-- Keeps its plan.
select
  refunds.refund_id,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try,
  stay.*
from refunds
cross join lateral (
  select * from session_details where session_details.session_id = refunds.session_id offset 0
) as stay
left join setbacks on job = 'settle-refunds' and entity_id = refund_id
where refunds.status = 'pending' and refunds.created_at <= now() - interval '1 minute'
  and (job is null or retry_at <= now())
order by refunds.livemode desc, retry_at nulls first, refunds.created_at
limit :row_limit;
