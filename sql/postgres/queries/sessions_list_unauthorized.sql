-- Stays whose time to be authorised is over, the longest first. One that failed before is listed
-- again once its next try is due.
-- Keeps its plan.
with due as (
  select session_id, authorize_by, first_failed_at
  from sessions
  left join setbacks on job = 'cancel-unauthorized' and entity_id = session_id
  where status = 'active' and authorize_by <= now() and (job is null or retry_at <= now())
  order by authorize_by
  limit :row_limit
)
select
  stay.*, coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from due
cross join lateral (
  select * from session_details where session_details.session_id = due.session_id offset 0
) as stay
order by due.authorize_by;
