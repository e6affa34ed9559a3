-- Holds that expired before they were redeemed: they no longer claim a space, only their status is
-- still to be changed. One that failed before is listed again once its next try is due.
select
  hold_id, operator_id, holds.livemode,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from holds
left join setbacks on job = 'sweep-holds' and entity_id = hold_id
where status = 'held' and expires_at <= now()
  and (job is null or retry_at <= now())
order by expires_at
limit :row_limit;
