-- Cancels an erasure that waits, with its audit row: what was to be erased is forgotten here. No
-- row is returned when there is none, or when it is over.
with canceled as (
  update erasures
  set status = 'canceled', subject = null, finished_at = now()
  where erasure_id = :erasure_id
    and operator_id = :operator_id
    and livemode = :livemode
    and status = 'pending'
  returning erasure_id, operator_id, livemode, kind, status, created_at, due_at, finished_at
),
audited as (
  insert into audit_rows
  select 'erasure.canceled', erasure_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'pending'),
      'after', jsonb_build_object('status', status)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from canceled
)
select erasure_id, kind, status, created_at, due_at, finished_at from canceled;
