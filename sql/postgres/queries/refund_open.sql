-- Reserves an amount of a paid session to be refunded, with its share of the fee in whole multiples
-- of :step_minor, audit row and idempotency row. Once everything is refunded, the shares of all
-- refunds add up to the fee. No row
-- is returned when nothing of the session was captured or nothing of it is left. More than was paid
-- fails on sessions_refunds.
-- The reason stays out of the audit log, which is never erased: it may name somebody.
-- :amount_minor is null for all that is left.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- Keeps its plan.
with session as (
  update sessions
  set refunded_minor = coalesce(refunded_minor + :amount_minor, subtotal_minor - shortfall_minor),
    fee_refunded_minor = greatest(fee_refunded_minor, fee_share(
      platform_fee_minor / :step_minor,
      coalesce(refunded_minor + :amount_minor, subtotal_minor - shortfall_minor),
      subtotal_minor - shortfall_minor) * :step_minor)
  where session_id = :session_id
    and captured_at is not null
    and coalesce(:amount_minor, subtotal_minor - shortfall_minor - refunded_minor) > 0
  returning
    operator_id, livemode, currency, new.refunded_minor - old.refunded_minor as amount_minor,
    new.fee_refunded_minor - old.fee_refunded_minor as fee_minor
),
opened as (
  insert into refunds (
    refund_id, session_id, operator_id, livemode, key_id, status, amount_minor, fee_minor, currency,
    reason)
  select
    :refund_id, :session_id, operator_id, livemode, :actor_id, 'pending', amount_minor, fee_minor,
    currency, :reason
  from session
  returning *
),
audited as (
  insert into audit_rows
  select 'refund.created', :session_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object(
      'refund_id', refund_id, 'amount_minor', amount_minor, 'fee_minor', fee_minor,
      'currency', currency)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from opened
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 201, :response::jsonb
  from opened
  where :idempotency_key::text is not null
)
select refund_id from opened;
