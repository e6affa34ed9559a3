-- Moves a stay's expected end, with audit row, event and idempotency row. No row comes back when
-- the stay is over, or another caller extended it since it was read. More than 24 hours in total
-- fail on sessions_extension, a space that is promised to a hold by then on lots_capacity.
-- $1 session_id
-- $2 added_minutes
-- $3 estimated_minor
-- $4 extended_count  as it was read
-- $5 event_id
-- $6 event_data
-- $7 actor_type
-- $8 actor_id
-- $9 agent_platform
-- $10 request_id
-- $11 operation  of the idempotency key
-- $12 idempotency_key  null: none was sent
-- $13 body_sha256
-- $14 response
-- Whoever writes a stay or a hold takes the lot's row first.
with lot as materialized (
  select lot_id from lots
  where lot_id = (select lot_id from sessions where session_id = $1)
  for no key update
),
extended as (
  update sessions
  set expected_end = expected_end + $2::integer * interval '1 minute', estimated_minor = $3,
    extended_count = extended_count + 1, extended_minutes = extended_minutes + $2
  where session_id = $1 and status = 'active' and extended_count = $4
    and expected_end + interval '15 minutes' > clock_timestamp()
    and exists (select from lot)
  returning new.*, old.expected_end as expected_end_before
),
audited as (
  insert into audit_log (
    actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id,
    diff)
  select
    $7, $8, $9, operator_id, livemode, 'session.extended', session_id, $10,
    jsonb_build_object(
      'before', jsonb_build_object('expected_end', expected_end_before),
      'after', jsonb_build_object(
        'expected_end', expected_end, 'extended_count', extended_count,
        'estimated_minor', estimated_minor))
  from extended
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select $5, 'session.extended', livemode, operator_id, session_id, $6::jsonb
  from extended
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select $8, $11, $12, $13::bytea, 200, $14::jsonb
  from extended
  where $12::text is not null
)
select session_id from extended;
