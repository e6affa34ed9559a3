-- Marks a local event of an operator as deleted, with audit row. No row is returned when there is
-- none.
with deleted as (
  update local_events
  set deleted_at = now()
  where event_id = :event_id::uuid
    and operator_id = :operator_id
    and livemode = :livemode
    and deleted_at is null
  returning event_id, operator_id, livemode, deleted_at
),
audited as (
  insert into audit_rows
  select 'local_event.deleted', event_id::text, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', jsonb_build_object('deleted_at', deleted_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from deleted
)
select event_id from deleted;
