-- Reports, once, that the processor has canceled what the driver of a stay that goes on has
-- authorised. No row is returned when that was reported before, or the stay does not go on.
-- Keeps its plan.
with lost as (
  select session_id, operator_id, livemode from sessions
  where session_id = :session_id and status = 'active' and authorize_by is null
    and not exists (
      select from processor_events
      where payment_intent_id = :payment_intent_id and outcome = 'authorization_lost')
),
noted as (
  update processor_events set worked_at = now(), outcome = 'authorization_lost'
  from lost
  where event_id = :processor_event_id and worked_at is null
  returning lost.*
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'payment.failed', livemode, operator_id, session_id, :event_data::jsonb
  from noted
)
select session_id from noted;
