-- Marks a lot as deleted, with audit row and event. No row is returned when a vehicle is on the lot
-- or a hold claims a space of it. The caller has locked the lot's row (lot_lock).
with deleted as (
  update lots
  set deleted_at = now(), updated_at = now()
  where lot_id = :lot_id::uuid
    and taken_spaces = 0
    and not exists (
      select from holds
      where lot_id = :lot_id::uuid and status = 'held' and expires_at > clock_timestamp())
  returning operator_id, livemode, deleted_at, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.deleted', :lot_id::uuid::text, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', after || jsonb_build_object('deleted_at', deleted_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from deleted
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, :lot_id::uuid::text, change
  from deleted
)
select from deleted;
