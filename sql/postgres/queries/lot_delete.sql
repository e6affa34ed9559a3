-- Leaves a tombstone of a lot that nobody stands on and no live hold claims, with audit row; its
-- row is locked beforehand (lot_lock). No row comes back when somebody does.
-- $1 lot_id
-- $2 actor_type
-- $3 actor_id
-- $4 agent_platform
-- $5 request_id
with deleted as (
  update lots
  set deleted_at = now(), updated_at = now()
  where lot_id = $1::uuid
    and taken_spaces = 0
    and not exists (
      select from holds
      where lot_id = $1::uuid and status = 'held' and expires_at > clock_timestamp())
  returning operator_id, livemode, deleted_at, lot_snapshot(new) as after
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $2, $3, $4, operator_id, livemode, 'lot.deleted', $1::uuid::text, $5,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', after || jsonb_build_object('deleted_at', deleted_at))
  from deleted
)
select from deleted;
