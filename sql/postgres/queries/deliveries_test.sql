-- Makes a delivery of an event that did not happen, with its body and audit row, and returns it. An
-- address that is not proven is asked for its proof at once. No row is returned when the webhook is
-- not active.
-- :data is the data of the event as it is shown.
with target as materialized (
  select webhook_id, operator_id, livemode, url, round
  from webhooks
  where webhook_id = :webhook_id and status = 'active' and deleted_at is null
),
written as (
  insert into event_bodies (event_id, body)
  select :event_id, event_body(:event_id, :type, now(), :data::jsonb) from target
),
made as (
  insert into deliveries (webhook_id, event_id, type, is_test, round)
  select webhook_id, :event_id, :type, true, round from target
  returning *
),
asked as (
  update webhook_addresses as addresses
  set asked_at = now(), challenge_count = 0, due_at = now()
  from target
  where addresses.operator_id = target.operator_id and addresses.livemode = target.livemode
    and addresses.url = target.url and verified_at is null
),
audited as (
  insert into audit_rows
  select 'webhook.tested', webhook_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object('delivery_id', delivery_id)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from made join target using (webhook_id)
)
select
  delivery_id, event_id, type, is_test, status, attempts, due_at as next_attempt_at, created_at,
  finished_at
from made;
