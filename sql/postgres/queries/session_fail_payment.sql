-- Notes that an ended session's money could not be captured; ending it again tries once more. No
-- row comes back when another caller noted it since the session was read.
-- $1 session_id
-- $2 event_id
-- $3 event_data
-- $4 actor_type
-- $5 actor_id
-- $6 agent_platform
-- $7 request_id
-- $8 status  as it was read
with failed as (
  update sessions set status = 'payment_failed'
  where session_id = $1 and status = $8 and status in ('ending', 'expiring', 'payment_failed')
  returning *
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $4, $5, $6, operator_id, livemode, 'payment.failed', session_id, $7,
    jsonb_build_object('after', jsonb_build_object(
      'status', status, 'amount_minor', subtotal_minor, 'currency', currency))
  from failed
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select $2, 'payment.failed', livemode, operator_id, session_id, $3::jsonb
  from failed
)
select session_id from failed;
