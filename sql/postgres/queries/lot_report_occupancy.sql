-- Stores how many vehicles were counted on a lot, with audit row and idempotency row. A count older
-- than the lot's latest is stored as counted, but is not what the lot shows: is_stored is false. A
-- count that is stored already is not stored again. No row is returned when the lot is not the
-- operator's.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- Keeps its plan.
with target as materialized (
  select lot_id, total_spaces, reported_at
  from lots
  where lot_id = :lot_id::uuid
    and livemode = :livemode
    and operator_id = :operator_id
    and deleted_at is null
  for no key update
),
reported as (
  update lots
  set reported_occupied = :occupied, reported_at = :reported_at
  from target
  where lots.lot_id = target.lot_id
    and :occupied <= target.total_spaces
    and (target.reported_at is null or target.reported_at <= :reported_at)
  returning
    jsonb_build_object('occupied', old.reported_occupied, 'at', old.reported_at) as before,
    jsonb_build_object('occupied', new.reported_occupied, 'at', new.reported_at) as after
),
counted as (
  insert into occupancy_counts (lot_id, livemode, at, occupied, source)
  select lot_id, :livemode, :reported_at, :occupied, 'report'
  from target
  where :occupied <= total_spaces
    and newest_count(lot_id, :reported_at) is distinct from :occupied
  returning jsonb_build_object('occupied', occupied, 'at', at) as after
),
audited as (
  insert into audit_rows
  select action, :lot_id::uuid::text, :operator_id, :livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from (
    select
      'occupancy.reported' as action, jsonb_build_object('before', before, 'after', after) as diff
    from reported
    union all
    select 'occupancy.reported_late', jsonb_build_object('after', after)
    from counted
    where not exists (select from reported)
  ) as told
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 200, :response::jsonb
  where :idempotency_key::text is not null and exists (select from reported)
)
select total_spaces, exists (select from reported) as is_stored from target;
