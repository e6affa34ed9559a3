-- Stores the outcome of a refund, once; or, reported, that one that was paid came back. A failed
-- refund gives its amount back to the session, and the call that opened it can be repeated with the
-- same idempotency key. No row is returned when the refund has another status than expected.
-- :status is succeeded or failed. :from_status is the expected one: pending, or succeeded where the
-- money of a paid refund came back. :event_id is null where nothing is reported.
-- Keeps its plan.
with settled as (
  update refunds set status = :status, settled_at = now()
  where refund_id = :refund_id and status = :from_status
  returning *
),
given_back as (
  update sessions
  set refunded_minor = refunded_minor - settled.amount_minor,
    fee_refunded_minor = fee_refunded_minor - settled.fee_minor
  from settled
  where sessions.session_id = settled.session_id and settled.status = 'failed'
),
forgotten as (
  delete from idempotency
  using settled
  where settled.status = 'failed'
    and idempotency.key_id = settled.key_id
    and idempotency.operation = 'refundSession'
    and idempotency.response ->> 'refundId' = settled.refund_id
),
audited as (
  insert into audit_rows
  select case status when 'succeeded' then 'refund.succeeded' else 'refund.failed' end, session_id,
    operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object('refund_id', refund_id, 'status', status)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from settled
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'payment.failed', livemode, operator_id, session_id, :event_data::jsonb
  from settled where :event_id::text is not null
)
select refund_id from settled;
