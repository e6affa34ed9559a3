-- Stores that an ended session's money could not be captured; ending the session again tries once
-- more. No row is returned when another caller changed the status since the session was read.
-- :status is as it was read.
-- Keeps its plan.
with failed as (
  update sessions set status = 'payment_failed'
  where session_id = :session_id and status = :status
    and status in ('ending', 'expiring', 'payment_failed')
  returning *,
    jsonb_build_object('before', jsonb_build_object('status', old.status)) || payment_diff(new)
      as diff
),
audited as (
  insert into audit_rows
  select 'payment.failed', session_id, operator_id, livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from failed
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'payment.failed', livemode, operator_id, session_id, :event_data::jsonb
  from failed
)
select session_id from failed;
