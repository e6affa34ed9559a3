-- Lets the previous secret of a webhook no longer sign, with audit row, and returns the webhook; no
-- row when there is none. Changes nothing when the previous secret does not sign any more.
with found as (
  select *
  from webhooks
  where webhook_id = :webhook_id
    and operator_id = :operator_id
    and livemode = :livemode
    and deleted_at is null
),
ended as (
  update webhook_secrets
  set previous_until = now()
  from found
  where webhook_secrets.webhook_id = found.webhook_id and previous_until > now()
  returning webhook_secrets.webhook_id
),
audited as (
  insert into audit_rows
  select 'webhook.previous_secret_ended', webhook_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object('secret_last4', secret_last4)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from found
  join ended using (webhook_id)
)
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure
from found
left join webhook_addresses using (operator_id, livemode, url);
