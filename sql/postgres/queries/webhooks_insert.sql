-- Adds a webhook with its secret and audit row. The statement fails on webhooks_limit when the
-- operator has as many in this mode as it may.
with added as (
  insert into webhooks (
    webhook_id, operator_id, livemode, url, events, description, secret_last4)
  values (
    :webhook_id, :operator_id, :livemode, :url, :events::text[], :description, :secret_last4)
  returning *
),
kept as (
  insert into webhook_secrets (webhook_id, secret)
  select webhook_id, :secret from added
),
audited as (
  insert into audit_rows
  select 'webhook.created', webhook_id, operator_id, livemode,
    jsonb_build_object('before', null, 'after', webhook_snapshot(added)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from added
)
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure
from added
left join webhook_addresses using (operator_id, livemode, url);
