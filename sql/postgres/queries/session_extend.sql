-- Moves a stay's expected end, with audit row, event and idempotency row. No row is returned when
-- the stay is over, or another caller extended it since it was read. More than 24 hours in total
-- fail on sessions_extension; a space that is promised to a hold by then fails on lots_capacity.
-- :extended_count is as it was read; :authorized_minor is what may be captured from now on, of
-- :payment_intent_id: the stay's, or one of spare_intents that takes its place; then the former is
-- to be released. :spare_id is for the former.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- A transaction that writes a stay or a hold locks the lot's row first.
-- Keeps its plan.
with lot as materialized (
  select lot_id from lots
  where lot_id = (select lot_id from sessions where session_id = :session_id)
  for no key update
),
spare as materialized (
  select spare_id from spare_intents
  where session_id = :session_id and payment_intent_id = :payment_intent_id
    and authorize_by is not null
  for update
),
extended as (
  update sessions
  set expected_end = expected_end + :added_minutes::integer * interval '1 minute',
    estimated_minor = :estimated_minor, extended_count = extended_count + 1,
    extended_minutes = extended_minutes + :added_minutes,
    authorized_minor = greatest(authorized_minor, :authorized_minor),
    payment_intent_id = :payment_intent_id
  where session_id = :session_id and status = 'active' and extended_count = :extended_count
    and authorize_by is null
    and expected_end + interval '15 minutes' > clock_timestamp()
    and exists (select from lot)
    and (payment_intent_id = :payment_intent_id or exists (select from spare))
  returning new.*, old.payment_intent_id as former_intent_id, jsonb_build_object(
      'expected_end', old.expected_end, 'extended_count', old.extended_count,
      'estimated_minor', old.estimated_minor) as before
),
used as (
  delete from spare_intents using extended
  where spare_intents.spare_id in (select spare.spare_id from spare)
),
replaced as (
  insert into spare_intents
    (spare_id, session_id, operator_id, livemode, payment_intent_id, amount_minor)
  select :spare_id, session_id, operator_id, livemode, former_intent_id, 0
  from extended
  where former_intent_id <> payment_intent_id
),
audited as (
  insert into audit_rows
  select 'session.extended', session_id, operator_id, livemode,
    jsonb_build_object(
      'before', before,
      'after', jsonb_build_object(
        'expected_end', expected_end, 'extended_count', extended_count,
        'estimated_minor', estimated_minor)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from extended
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, data)
  select :event_id, 'session.extended', livemode, operator_id, session_id, :event_data::jsonb
  from extended
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :actor_id, :operation, :idempotency_key, :body_sha256::bytea, 200, :response::jsonb
  from extended
  where :idempotency_key::text is not null
)
select session_id from extended;
