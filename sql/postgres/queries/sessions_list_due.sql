-- Stays that nobody ended within 15 minutes of their expected end, and ended ones whose money is
-- still to be captured: a call that ended one in the last minute may still be at it. Live ones come
-- first, then those that never failed; what failed comes when it is to be tried again.
-- :lot_id is null for any lot. :is_overdue_only leaves out those that are over.
select
  session_details.*,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from session_details
left join setbacks on job = 'expire-sessions' and entity_id = session_id
where (status = 'active' and expected_end <= now() - interval '15 minutes'
    or not :is_overdue_only and status = 'expiring'
    or not :is_overdue_only and status = 'ending' and ended_at <= now() - interval '1 minute')
  and (:lot_id::uuid is null or lot_id = :lot_id)
  and (job is null or retry_at <= now())
order by session_details.livemode desc, retry_at nulls first, expected_end
limit :row_limit;
