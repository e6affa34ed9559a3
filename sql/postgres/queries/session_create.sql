-- Takes a space, out of a hold where one is given, and writes session, audit row, event and
-- idempotency row, or does none of it. No row is returned when the lot has no free space, by its
-- stays or by a count that binds, or is no longer open, or when the hold can no longer or not yet
-- be redeemed. A second active session of the vehicle on the lot by the same operator's keys and a
-- used idempotency key fail on their unique constraints. A hold whose space is still taken by an
-- overstaying vehicle fails on lots_capacity.
-- :stay_ms is how long the stay lasts. With :expected_end it is how long the stay lasts at most; a
-- null :expected_end means :stay_ms after the beginning. :hold_id is null where there is none.
-- :begins_at is null, or an instant since when the caller's transaction has had the lot's row: then
-- the stay begins at that instant.
-- :mandate_id is the mandate that pays; the trigger sessions_count_mandate counts the stay, and
-- fails on mandate_max_per_day or another of its constraints when the mandate has too little left.
-- :authorized_minor is what the driver has authorised; null: nothing yet, and :authorize_ms is how
-- long there is for it. Others than the lot's operator may have only few such stays on it: more
-- fail on sessions_unauthorized.
-- :response lacks what only this statement can compute: expectedEnd and authorizeBy.
-- :shown_plate is the plate as its caller wrote it; null: as it is stored. :plain_plate and
-- :plain_shown_plate are the same ones unsealed, null once no plate is stored so.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- A transaction that writes a stay or a hold locks the lot's row first, then the vehicle's, then
-- that of its VIN.
-- Keeps its plan.
with lot as materialized (
  select lot_id from lots
  where lot_id = :lot_id::uuid and :hold_id::text is not null for no key update
),
redeemed as (
  update holds
  set activated_count = activated_count + 1,
    starts_at = least(starts_at, clock_timestamp()),
    status = case when activated_count + 1 = space_count then 'activated' else status end,
    session_id = coalesce(session_id, :session_id)
  where hold_id = :hold_id and livemode = :livemode and status = 'held'
    and expires_at > clock_timestamp()
    and (starts_at <= clock_timestamp() + interval '15 minutes' or starts_at <= created_at)
    and exists (select from lot)
  returning *
),
-- A hold got its space when it was placed, so no count can refuse it now, only the constraints. The
-- stay begins once we hold the lot's row, so never before the vehicle that made room has left.
space as (
  update lots
  set taken_spaces = taken_spaces + 1,
    held_spaces = held_spaces - (select count(*) from redeemed),
    free_labels = case
      when (select assigned_space from redeemed) is null then free_labels[2:] else free_labels end
  where lot_id = :lot_id::uuid and livemode = :livemode
    and (:hold_id::text is null
      and status = 'active' and is_listed and deleted_at is null and taken_spaces < total_spaces
      and coalesce(free_by_count(lots, clock_timestamp()) > 0, true)
      or exists (select from redeemed))
  returning lot_id, operator_id,
    coalesce((select assigned_space from redeemed), old.free_labels[1]) as assigned_space,
    least(coalesce(:begins_at, date_trunc('milliseconds', clock_timestamp())), :expected_end)
      as taken_at
),
writing as (select stage <> 'plain' as seals from plate_keys),
known_vehicle as (
  select vehicle_id from vehicles
  where livemode = :livemode and plate in (:plate, :plain_plate) and exists (select from space)
  for key share
),
-- `do update` returns a row that another transaction adds at this moment, too.
added_vehicle as (
  insert into vehicles (livemode, plate)
  select :livemode, case when (select seals from writing) then :plate else :plain_plate end
  from space where not exists (select from known_vehicle)
  on conflict (livemode, plate) do update set plate = excluded.plate
  returning vehicle_id
),
vehicle as (table known_vehicle union all table added_vehicle),
vin as (
  insert into vins (livemode, vin)
  select :livemode, :vin from space where :vin::text is not null and exists (select from vehicle)
  on conflict (livemode, vin) do update set vin = excluded.vin
  returning vin_id
),
driver as (
  insert into drivers (livemode, email)
  select :livemode, :driver_email from space where :driver_email::text is not null
  on conflict (livemode, email) do update set email = excluded.email
  returning driver_id
),
created as (
  insert into sessions (
    session_id, session_code, lot_id, operator_id, creator_operator_id, livemode, vehicle_id,
    vin_id, driver_id, key_id, mandate_id, status, source, agent_platform, agent_name, fleet_id,
    is_autonomous, rate_minor, rate_unit, currency, max_daily_minor, billing_step_minutes,
    rate_snapshot, started_at, expected_end, estimated_minor, payment_intent_id, authorized_minor,
    authorize_by, metadata, created_at, hold_id, assigned_space)
  select
    :session_id, :session_code, space.lot_id, space.operator_id, :creator_operator_id, :livemode,
    vehicle.vehicle_id, (select vin_id from vin), (select driver_id from driver), :key_id,
    :mandate_id, 'active', :source, :agent_platform, :agent_name, :fleet_id, :is_autonomous,
    :rate_minor, :rate_unit, :currency, :max_daily_minor, :billing_step_minutes, :rate_snapshot,
    greatest(space.taken_at, :expected_end - :stay_ms::bigint * interval '1 millisecond'),
    coalesce(:expected_end, space.taken_at + :stay_ms::bigint * interval '1 millisecond'),
    :estimated_minor, :payment_intent_id, :authorized_minor,
    space.taken_at + :authorize_ms::bigint * interval '1 millisecond', :metadata, space.taken_at,
    :hold_id, space.assigned_space
  from space cross join vehicle returning *, session_created_diff(new) as diff
),
shown as (
  insert into shown_plates (entity_id, vehicle_id, shown_plate)
  select session_id, vehicle_id, case when seals then :shown_plate else :plain_shown_plate end
  from created cross join writing where :shown_plate::text is not null
),
audited as (
  insert into audit_rows
  select 'session.created', session_id, operator_id, livemode, diff,
    :actor_type, :key_id, :agent_platform, :request_id, created_at
  from created
  union all
  select 'hold.activated', hold_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object(
      'status', status, 'activated_count', activated_count, 'session_id', :session_id)),
    :actor_type, :key_id, :agent_platform, :request_id, now()
  from redeemed
),
announced as (
  insert into events (event_id, type, livemode, operator_id, entity_id, created_at, data)
  select
    :event_id, 'session.created', livemode, operator_id, session_id, created_at,
    :event_data::jsonb || jsonb_build_object('vehicle_id', vehicle_id)
  from created
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select
    :key_id, :operation, :idempotency_key, :body_sha256::bytea, 201,
    :response::jsonb
      || jsonb_build_object('expectedEnd', expected_end, 'authorizeBy', authorize_by)
  from created where :idempotency_key::text is not null
)
select session_id, assigned_space, started_at, expected_end, created_at, authorize_by from created;
