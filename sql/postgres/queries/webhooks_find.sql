-- A webhook of an operator in one mode.
-- Keeps its plan.
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure
from webhooks
left join webhook_addresses using (operator_id, livemode, url)
where webhook_id = :webhook_id
  and operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null;
