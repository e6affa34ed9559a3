-- Closes an ended session once its money was captured, with the two events and the call's
-- idempotency row. No row is returned when another caller settled it first.
-- :shortfall_minor is what could not be captured of its amount.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- Keeps its plan.
with settled as (
  update sessions
  set status = case when status = 'expiring' then 'expired' else 'completed' end,
    captured_at = now(), shortfall_minor = :shortfall_minor,
    platform_fee_minor = :platform_fee_minor
  where session_id = :session_id and status in ('ending', 'expiring', 'payment_failed')
  returning *,
    jsonb_build_object('before', jsonb_build_object('status', old.status)) || payment_diff(new)
      as diff
),
audited as (
  insert into audit_rows
  select 'payment.completed', session_id, operator_id, livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from settled
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :session_event_id, 'session.ended', livemode, operator_id, session_id,
    :session_event_data::jsonb || jsonb_build_object('vehicle_id', vehicle_id)
  from settled
  union all
  select :payment_event_id, 'payment.completed', livemode, operator_id, session_id,
    :payment_event_data::jsonb
  from settled
),
remembered as (
  insert into idempotency (
    key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 200, :response::jsonb
  from settled
  where :idempotency_key::text is not null
)
select session_id from settled;
