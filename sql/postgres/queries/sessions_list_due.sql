-- Stays that were not ended within 15 minutes of their expected end, and ended stays whose money is
-- still to be captured. Those that nobody has authorised are left out, and those that a call ended
-- in the last minute, because the call may still be working. Live ones come first, then those that
-- never failed. One that failed before is listed again once its next try is due.
-- :lot_id is null for any lot. :is_overdue_only leaves out the stays that have ended.
-- Keeps its plan.
with due as (
  select session_id, sessions.livemode, expected_end, retry_at, first_failed_at
  from sessions
  left join setbacks on job = 'expire-sessions' and entity_id = session_id
  where (status = 'active' and expected_end <= now() - interval '15 minutes'
        and authorize_by is null
      or not :is_overdue_only and status = 'expiring'
      or not :is_overdue_only and status = 'ending' and ended_at <= now() - interval '1 minute')
    and (:lot_id::uuid is null or lot_id = :lot_id)
    and (job is null or retry_at <= now())
  order by sessions.livemode desc, retry_at nulls first, expected_end
  limit :row_limit
)
-- `offset 0` makes the planner look each stay up by its key; otherwise it might read the whole
-- view.
select
  stay.*, coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from due
cross join lateral (
  select * from session_details where session_details.session_id = due.session_id offset 0
) as stay
order by due.livemode desc, retry_at nulls first, due.expected_end;
