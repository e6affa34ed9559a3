-- Deletes vehicles, VINs and addresses that nothing has any more. A vehicle or VIN that something
-- still has gets another number, so that audit rows, events and the warehouse lead from what was
-- erased to nothing; the events of what still has it follow, with the bodies that were made.
-- Deletes nothing that another transaction gives to a stay at this moment: the caller has locked
-- the rows (persons_lock), so this statement sees everything that has them.
with vehicle as materialized (
  select vehicle_id,
    exists (select from sessions where sessions.vehicle_id = one)
      or exists (select from holds where holds.vehicle_id = one) as is_linked
  from unnest(:vehicle_ids::bigint[]) as one
  join vehicles on vehicle_id = one
),
gone_vehicles as (
  delete from vehicles where vehicle_id in (select vehicle_id from vehicle where not is_linked)
),
moved_vehicles as (
  update vehicles set vehicle_id = default
  where vehicle_id in (select vehicle_id from vehicle where is_linked)
  returning old.vehicle_id as was, new.vehicle_id as became
),
moved_events as (
  update events
  set data = data || jsonb_build_object('vehicle_id', became)
  from moved_vehicles
  join sessions on sessions.vehicle_id = was
  where events.entity_id = session_id and data ? 'vehicle_id'
),
moved_bodies as (
  update event_bodies set vehicle_id = became
  from moved_vehicles
  where vehicle_id = was
),
vin as materialized (
  select vin_id,
    exists (select from sessions where sessions.vin_id = one)
      or exists (select from holds where holds.vin_id = one) as is_linked
  from unnest(:vin_ids::bigint[]) as one
  join vins on vin_id = one
),
gone_vins as (
  delete from vins where vin_id in (select vin_id from vin where not is_linked)
),
moved_vins as (
  update vins set vin_id = default
  where vin_id in (select vin_id from vin where is_linked)
)
delete from drivers
where driver_id = any(:driver_ids::bigint[])
  and not exists (select from sessions where sessions.driver_id = drivers.driver_id);
