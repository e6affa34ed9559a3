-- Cancels a stay whose driver has not authorised it in time: gives the space back, for nothing. No
-- row is returned when it was authorised or canceled meanwhile, or there is still time.
-- A transaction that writes a stay or a hold locks the lot's row first.
-- Keeps its plan.
with lot as materialized (
  select lot_id from lots
  where lot_id = (select lot_id from sessions where session_id = :session_id)
  for no key update
),
canceled as (
  update sessions
  set status = 'canceled', ended_at = greatest(started_at, authorize_by), subtotal_minor = 0,
    platform_fee_minor = 0
  where session_id = :session_id and status = 'active' and authorize_by <= clock_timestamp()
    and exists (select from lot)
  returning *, session_closed_diff(new) as diff
),
space as (
  update lots
  set taken_spaces = taken_spaces - 1,
    free_labels = case when canceled.assigned_space = any(space_labels)
      then free_labels || canceled.assigned_space else free_labels end
  from canceled
  where lots.lot_id = canceled.lot_id
),
audited as (
  insert into audit_rows
  select 'session.closed', session_id, operator_id, livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from canceled
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'payment.failed', livemode, operator_id, session_id, :event_data::jsonb
  from canceled
)
select session_id from canceled;
