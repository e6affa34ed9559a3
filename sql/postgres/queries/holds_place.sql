-- Places holds, all or none: takes their spaces, assigns labels, and writes vehicles, audit rows
-- and the idempotency row. No row is returned when one of the lots is not open, and rows of nulls
-- when its operator has counted too few free spaces.
-- The statement fails on lots_capacity when there are not enough free spaces within a hold's own
-- window, on holds_one_allocation when the caller's operator has allocated a vehicle elsewhere, on
-- holds_one_per_plate when it already has a space of the lot for a plate, and on holds_per_lot or
-- holds_per_operator when it would hold more of other operators' spaces than it may.
-- :holds is a JSON list, each with the columns of its row, vin and takes_label. :plates are their
-- plates, null where there is none, and :shown_plates the plates as their callers wrote them, null
-- where that is as they are stored. :plain_plates and :plain_shown_plates are the same ones
-- unsealed, null once none is stored so.
-- :dispatch is a JSON object with the columns of its row, or null. :operator_id is the caller's.
-- :operation is the call's operationId; :idempotency_key is null where none was sent.
-- Keeps its plan.
-- PostgreSQL expects 100 rows of any JSON list, and would read all lots to find so many of them:
-- the limits, which leave out none, make it expect few, and find each lot by its id.
with given as materialized (
  select *,
    count(*) filter (where takes_label) over (partition by lot_id order by number) as label_at
  from jsonb_to_recordset(:holds::jsonb) as given (
    number integer, hold_id text, code text, lot_id uuid, vin text, fleet_id text,
    is_autonomous boolean, space_count integer, takes_label boolean, starts_at timestamptz,
    ends_at timestamptz, expires_at timestamptz, ttl_seconds integer, intent text,
    parsed jsonb, rate_minor bigint, rate_unit text, currency text, max_daily_minor bigint,
    billing_step_minutes smallint, rate_snapshot jsonb, created_at timestamptz)
  join written_plates(:plates, :plain_plates, :shown_plates, :plain_shown_plates) using (number)
  limit jsonb_array_length(:holds::jsonb)
),
needed as (
  select lot_id, sum(space_count)::integer as space_count, min(starts_at) as starts_at,
    count(*) filter (where takes_label)::integer as label_count
  from given group by lot_id limit jsonb_array_length(:holds::jsonb)
),
-- Every transaction that locks several lots does so in the order of their ids, against deadlocks.
locked as materialized (
  select lot_id, lots as lot from lots
  where lot_id in (select lot_id from needed)
    and livemode = :livemode and status = 'active' and is_listed and deleted_at is null
  order by lot_id
  for no key update
),
crowded as materialized (
  select from locked join needed using (lot_id)
  where free_by_count(lot, greatest(starts_at, clock_timestamp())) < space_count
),
space as (
  update lots
  set held_spaces = held_spaces + needed.space_count,
    free_labels = free_labels[needed.label_count + 1:]
  from needed
  where lots.lot_id = needed.lot_id
    and (select count(*) from locked) = (select count(*) from needed)
    and not exists (select from crowded)
  returning lots.lot_id, lots.operator_id, old.free_labels as labels
),
known_vehicle as materialized (
  select vehicle_id, plate from vehicles
  where livemode = :livemode and plate = any(:plates || :plain_plates)
    and exists (select from space)
  order by plate for key share
),
-- `do update` returns a row that another transaction adds at this moment, too.
added_vehicle as (
  insert into vehicles (livemode, plate)
  select distinct :livemode::boolean, plate from given
  where plate is not null and exists (select from space)
    and not exists (select from known_vehicle where known_vehicle.plate = any(forms))
  order by plate
  on conflict (livemode, plate) do update set plate = excluded.plate
  returning vehicle_id, plate
),
vehicle as (table known_vehicle union all table added_vehicle),
vin as (
  insert into vins (livemode, vin)
  select distinct :livemode::boolean, vin from given
  where vin is not null and exists (select from space)
    -- Every transaction locks vehicles before VINs.
    and (select count(*) from vehicle) >= 0 order by vin
  on conflict (livemode, vin) do update set vin = excluded.vin
  returning vin_id, vin
),
dispatched as (
  insert into dispatches (dispatch_id, operator_id, key_id, livemode, fleet_id, arrive_by)
  select dispatch_id, :operator_id, :key_id, :livemode, fleet_id, arrive_by
  from jsonb_to_record(:dispatch::jsonb)
    as dispatch (dispatch_id text, fleet_id text, arrive_by timestamptz)
  where :dispatch is not null and exists (select from space)
  returning dispatch_id
),
placed as (
  insert into holds (
    hold_id, code, lot_id, operator_id, creator_operator_id, key_id, mandate_id, livemode,
    dispatch_id, vehicle_id, vin_id, fleet_id, is_autonomous, agent_platform, status, space_count,
    assigned_space, starts_at, ends_at, expires_at, ttl_seconds, intent, parsed, rate_minor,
    rate_unit, currency, max_daily_minor, billing_step_minutes, rate_snapshot, created_at)
  select
    hold_id, code, lot_id, space.operator_id, :operator_id, :key_id, :mandate_id, :livemode,
    (select dispatch_id from dispatched), vehicle.vehicle_id, vin.vin_id, fleet_id, is_autonomous,
    :agent_platform, 'held', space_count,
    case when takes_label then space.labels[label_at] end,
    starts_at, ends_at, expires_at, ttl_seconds, intent, parsed, rate_minor, rate_unit, currency,
    max_daily_minor, billing_step_minutes, rate_snapshot, created_at
  from given join space using (lot_id)
  left join vehicle on vehicle.plate = any(forms)
  left join vin using (vin)
  order by number returning *
),
shown as (
  insert into shown_plates (entity_id, vehicle_id, shown_plate)
  select hold_id, placed.vehicle_id, shown_plate
  from placed join given using (hold_id) where shown_plate is not null
),
audited as (
  insert into audit_rows
  select 'hold.created', hold_id, operator_id, :livemode,
    jsonb_build_object('after', to_jsonb(placed)
      - '{hold_id,code,operator_id,key_id,mandate_id,livemode,intent,parsed}'::text[]
      - 'activated_count'),
    :actor_type, :key_id, :agent_platform, :request_id
  from placed
),
remembered as (
  insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
  select :key_id, :operation, :idempotency_key, :body_sha256::bytea, 201, :response::jsonb
  where :idempotency_key::text is not null and exists (select from placed)
)
select hold_id, assigned_space, fencing_token from placed
union all
select null, null, null from crowded;
