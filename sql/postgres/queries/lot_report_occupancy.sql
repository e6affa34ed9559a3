-- Stores how many vehicles were counted on a lot, with audit row and idempotency row, unless a
-- later count is known. No row comes back when the lot is not the operator's.
-- $1 lot_id
-- $2 livemode
-- $3 operator_id
-- $4 occupied
-- $5 reported_at
-- $6 actor_type
-- $7 actor_id
-- $8 agent_platform
-- $9 request_id
-- $10 operation  of the idempotency key
-- $11 idempotency_key  null: none was sent
-- $12 body_sha256
-- $13 response
with target as materialized (
  select lot_id, total_spaces, reported_at
  from lots
  where lot_id = $1::uuid and livemode = $2 and operator_id = $3 and deleted_at is null
  for no key update
),
reported as (
  update lots
  set reported_occupied = $4, reported_at = $5
  from target
  where lots.lot_id = target.lot_id
    and $4 <= target.total_spaces
    and (target.reported_at is null or target.reported_at <= $5)
  returning
    jsonb_build_object('occupied', old.reported_occupied, 'at', old.reported_at) as before,
    jsonb_build_object('occupied', new.reported_occupied, 'at', new.reported_at) as after
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $6, $7, $8, $3, $2, 'occupancy.reported', $1::uuid::text, $9,
    jsonb_build_object('before', before, 'after', after)
  from reported
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select $7, $10, $11, $12::bytea, 200, $13::jsonb
  where $11::text is not null and exists (select from reported)
)
select total_spaces, exists (select from reported) as is_stored from target;
