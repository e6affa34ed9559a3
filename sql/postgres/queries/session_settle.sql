-- Closes an ended session once its money was captured, with the two events and the idempotency row
-- of the call. No row comes back when another caller settled it first.
-- $1 session_id
-- $2 session_event_id
-- $3 payment_event_id
-- $4 session_event_data
-- $5 payment_event_data
-- $6 actor_type
-- $7 actor_id
-- $8 agent_platform
-- $9 request_id
-- $10 operation  of the idempotency key
-- $11 idempotency_key  null: none was sent
-- $12 body_sha256
-- $13 response
with settled as (
  update sessions
  set status = case when status = 'expiring' then 'expired' else 'completed' end,
    captured_at = now()
  where session_id = $1 and status in ('ending', 'expiring', 'payment_failed')
  returning *
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $6, $7, $8, operator_id, livemode, 'payment.completed', session_id, $9,
    jsonb_build_object('after', jsonb_build_object(
      'status', status, 'amount_minor', subtotal_minor, 'currency', currency))
  from settled
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select $2, 'session.ended', livemode, operator_id, session_id,
    $4::jsonb || jsonb_build_object('vehicle_id', vehicle_id)
  from settled
  union all
  select $3, 'payment.completed', livemode, operator_id, session_id, $5::jsonb
  from settled
),
remembered as (
  insert into idempotency (
    key_id, operation, idempotency_key, body_sha256, status, response)
  select $7, $10, $11, $12::bytea, 200, $13::jsonb
  from settled
  where $11::text is not null
)
select session_id from settled;
