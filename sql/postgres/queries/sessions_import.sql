-- Finished stays from elsewhere, each with its audit row. Safe to repeat: a stay with the same lot,
-- vehicle and start as a stored one is skipped, as is one that may be a stored one whose driver was
-- erased: its lot, times and amount are the same. `differing` are the numbers, from 1, of the given
-- stays whose stored one has another end or amount. Ids are UUIDv7, like those of all sessions.
-- :plain_plates and :plain_shown_plates are the same ones unsealed, null once none is stored so.
with input as materialized (
  select stay.*, written.plate, shown_plate, vehicle_id
  from unnest(
      :lot_ids::uuid[], :started_ats::timestamptz[], :ended_ats::timestamptz[],
      :amounts_minor::bigint[], :currencies::text[])
    with ordinality as stay (lot_id, started_at, ended_at, amount_minor, currency, number)
  join written_plates(:plates, :plain_plates, :shown_plates, :plain_shown_plates) as written
    using (number)
  left join vehicles on livemode = :livemode and vehicles.plate = any(forms)
  where not exists (
    select from sessions
    where source = 'import' and sessions.lot_id = stay.lot_id and sessions.vehicle_id is null
      and sessions.started_at = stay.started_at and sessions.ended_at = stay.ended_at
      and subtotal_minor = amount_minor)
),
-- `do update` returns a row that another transaction adds at this moment, too.
added_vehicle as (
  insert into vehicles (livemode, plate)
  select distinct :livemode::boolean, plate from input where vehicle_id is null
  order by plate
  on conflict (livemode, plate) do update set plate = excluded.plate
  returning vehicle_id, plate
),
stay as (
  select
    number, lot_id, shown_plate, started_at, ended_at, amount_minor, currency,
    coalesce(input.vehicle_id, added_vehicle.vehicle_id) as vehicle_id
  from input
  left join added_vehicle using (plate)
),
created as (
  insert into sessions (
    session_id, session_code, lot_id, operator_id, creator_operator_id, livemode, vehicle_id,
    status, source, rate_minor, rate_unit, currency, max_daily_minor, billing_step_minutes,
    rate_snapshot, started_at, expected_end, ended_at, estimated_minor, subtotal_minor,
    platform_fee_minor, created_at)
  select
    'ses_' || replace(uuidv7()::text, '-', ''), 'IMPORTED', lots.lot_id, lots.operator_id,
    lots.operator_id, :livemode, stay.vehicle_id, 'completed', 'import',
    case when lots.tariff is null then 0 else lots.rate_minor end, lots.rate_unit, stay.currency,
    lots.max_daily_minor, lots.billing_step_minutes,
    coalesce(posted_snapshot(lots), '{"rules": []}') || '{"rate_id": null}',
    stay.started_at, stay.ended_at, stay.ended_at, stay.amount_minor, stay.amount_minor, 0,
    stay.started_at
  from stay
  join lots on lots.lot_id = stay.lot_id and lots.livemode = :livemode
  on conflict (lot_id, vehicle_id, started_at) where source = 'import' do nothing
  returning session_id, operator_id, lot_id, vehicle_id, started_at, ended_at, subtotal_minor,
    currency
),
-- Of several lines of one stay, the first with another plate than the stored one is shown.
shown as (
  insert into shown_plates (entity_id, vehicle_id, shown_plate)
  select session_id, vehicle_id, shown_plate
  from created join stay using (lot_id, vehicle_id, started_at)
  where shown_plate is not null
  order by number
  on conflict do nothing
),
audited as (
  insert into audit_rows
  select 'session.imported', session_id, operator_id, :livemode,
    jsonb_build_object('after', jsonb_build_object(
      'status', 'completed', 'source', 'import', 'lot_id', lot_id, 'vehicle_id', vehicle_id,
      'started_at', started_at, 'ended_at', ended_at, 'subtotal_minor', subtotal_minor,
      'currency', currency)),
    'system', :actor_id
  from created
),
-- First the stays stored before, each found by its index: there is at most one, and a join would
-- read all stays ever imported. Then the stays that this statement has just added.
differing as (
  select stay.number
  from stay
  cross join lateral (
    select ended_at, subtotal_minor from sessions
    where source = 'import' and lot_id = stay.lot_id and vehicle_id = stay.vehicle_id
      and started_at = stay.started_at
    limit 1
  ) as stored
  where (stored.ended_at, stored.subtotal_minor) <> (stay.ended_at, stay.amount_minor)
  union all
  select number
  from stay
  join created using (lot_id, vehicle_id, started_at)
  where (created.ended_at, created.subtotal_minor) <> (stay.ended_at, stay.amount_minor)
)
select
  (select count(*)::integer from created) as created,
  array(select number::integer from differing order by number) as differing;
