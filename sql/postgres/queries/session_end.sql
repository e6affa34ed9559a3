-- Ends the stay: gives the space back and freezes time and amount, once. No row comes back when
-- another caller ended it first.
-- $1 session_id
-- $2 ended_at
-- $3 subtotal_minor
-- $4 platform_fee_minor
-- $5 key_id
-- $6 agent_platform
-- $7 request_id
with ended as (
  update sessions
  set status = 'ending', ended_at = $2, subtotal_minor = $3, platform_fee_minor = $4
  where session_id = $1 and status = 'active'
  returning *
),
space as (
  update lots set taken_spaces = taken_spaces - 1
  where lot_id in (select lot_id from ended)
),
audited as (
  insert into audit_log (
    at, actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $2, 'key', $5, $6, operator_id, livemode, 'session.ended', session_id, $7,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'active'),
      'after', jsonb_build_object(
        'status', status, 'lot_id', lot_id, 'started_at', started_at, 'ended_at', ended_at,
        'subtotal_minor', subtotal_minor, 'platform_fee_minor', platform_fee_minor,
        'currency', currency))
  from ended
)
select session_id from ended;
