-- Ends the stay: gives the space back and freezes time and amount, once. No row comes back when
-- another caller ended it first, or moved its expected end in the meantime.
-- $1 session_id
-- $2 ended_at
-- $3 subtotal_minor
-- $4 platform_fee_minor
-- $5 status  ending, or expiring when the time paid for ran out
-- $6 expected_end  what the amount of an expiring stay was reckoned from
-- $7 actor_type
-- $8 actor_id
-- $9 agent_platform
-- $10 request_id
-- $11 clock_went_back  the clock shows less than at the start: noted, the stay is billed a minute
-- Whoever writes a stay or a hold takes the lot's row first.
with lot as materialized (
  select lot_id from lots
  where lot_id = (select lot_id from sessions where session_id = $1)
  for no key update
),
ended as (
  update sessions
  set status = $5, ended_at = $2, subtotal_minor = $3, platform_fee_minor = $4
  where session_id = $1 and status = 'active' and ($5 = 'ending' or expected_end = $6)
    and exists (select from lot)
  returning *
),
space as (
  update lots
  set taken_spaces = taken_spaces - 1,
    free_labels = case when ended.assigned_space = any(space_labels)
      then free_labels || ended.assigned_space else free_labels end
  from ended
  where lots.lot_id = ended.lot_id
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $7, $8, $9, operator_id, livemode, 'session.ended', session_id, $10,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'active'),
      'after', jsonb_build_object(
        'status', status, 'lot_id', lot_id, 'started_at', started_at, 'ended_at', ended_at,
        'subtotal_minor', subtotal_minor, 'platform_fee_minor', platform_fee_minor,
        'currency', currency)
        || case when $11 then '{"clock_went_back": true}'::jsonb else '{}'::jsonb end)
  from ended
)
select session_id from ended;
