-- Sets an amount of a paid session apart to be given back, with the fee's share of it, audit row
-- and idempotency row. The shares of all refunds add up to the fee once all is refunded. No row
-- comes back when nothing of the session was captured, or nothing of it is left; more than was paid
-- fails on sessions_refunds.
-- $1 refund_id
-- $2 session_id
-- $3 amount_minor  null: all that is left
-- $4 reason
-- $5 actor_type
-- $6 actor_id
-- $7 agent_platform
-- $8 request_id
-- $9 operation  of the idempotency key
-- $10 idempotency_key  null: none was sent
-- $11 body_sha256
-- $12 response
with session as (
  update sessions
  set refunded_minor = refunded_minor + coalesce($3, subtotal_minor - refunded_minor),
    fee_refunded_minor = greatest(fee_refunded_minor, fee_share(
      platform_fee_minor, refunded_minor + coalesce($3, subtotal_minor - refunded_minor),
      subtotal_minor))
  where session_id = $2
    and captured_at is not null
    and coalesce($3, subtotal_minor - refunded_minor) > 0
  returning
    operator_id, livemode, currency, new.refunded_minor - old.refunded_minor as amount_minor,
    new.fee_refunded_minor - old.fee_refunded_minor as fee_minor
),
opened as (
  insert into refunds (
    refund_id, session_id, operator_id, livemode, key_id, status, amount_minor, fee_minor, currency,
    reason)
  select $1, $2, operator_id, livemode, $6, 'pending', amount_minor, fee_minor, currency, $4
  from session
  returning *
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $5, $6, $7, operator_id, livemode, 'refund.created', $2, $8,
    jsonb_build_object('after', jsonb_build_object(
      'refund_id', refund_id, 'amount_minor', amount_minor, 'fee_minor', fee_minor,
      'currency', currency, 'reason', reason))
  from opened
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select $6, $9, $10, $11::bytea, 201, $12::jsonb
  from opened
  where $10::text is not null
)
select refund_id from opened;
