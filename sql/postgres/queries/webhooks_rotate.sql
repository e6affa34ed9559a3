-- Gives a webhook a new secret, with audit row, and returns the webhook; no row when there is none.
-- The secret before also signs for :overlap_hours hours; one that was before that one no longer
-- does.
with changed as (
  update webhooks
  set secret_last4 = :secret_last4, updated_at = now()
  where webhook_id = :webhook_id
    and operator_id = :operator_id
    and livemode = :livemode
    and deleted_at is null
  returning *, old.secret_last4 as last4_before
),
rotated as (
  update webhook_secrets
  set secret = :secret, previous_until = now() + make_interval(hours => :overlap_hours)
  from changed
  where webhook_secrets.webhook_id = changed.webhook_id
),
audited as (
  insert into audit_rows
  select 'webhook.secret_rotated', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('secret_last4', last4_before),
      'after', jsonb_build_object('secret_last4', secret_last4)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from changed
)
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure
from changed
left join webhook_addresses using (operator_id, livemode, url);
