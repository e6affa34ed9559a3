-- Plates of any script. What is a letter or a digit is decided where plates are read, because
-- PostgreSQL's classes of characters depend on how a database was made. At most 15 letters, each
-- with four marks. Plates before have A-Z and 0-9 only, so these checks look at new rows alone.
alter table vehicles
  drop constraint vehicles_plate_check,
  add constraint vehicles_plate_check
    check (char_length(plate) between 2 and 75 and plate is nfkc normalized) not valid;

-- The plate of a stay or a hold as its caller wrote it, where that is not the plate of the vehicle:
-- `MÜ-AB 12`. It is gone with its vehicle.
create table shown_plates (
  entity_id text primary key,
  vehicle_id bigint not null references vehicles on delete cascade,
  shown_plate text not null check (char_length(shown_plate) between 2 and 60)
);
create index shown_plates_by_vehicle on shown_plates (vehicle_id);

create or replace function forget_plate() returns trigger
language plpgsql as $$
begin
  delete from shown_plates where vehicle_id = old.vehicle_id;
  update deliveries
  set attempts = (
      select coalesce(jsonb_agg(attempt - 'answer'), '[]')
      from jsonb_array_elements(attempts) as attempt)
  where event_id in (select event_id from event_bodies where vehicle_id = old.vehicle_id);
  delete from event_bodies where vehicle_id = old.vehicle_id;
  return null;
end $$;

-- Processes of the version before read `plate`, and compare plates by it.
create or replace view session_details as
select
  sessions.*,
  vehicles.plate,
  vins.vin,
  lots.name as lot_name,
  lots.address as lot_address,
  lots.entry_instructions,
  operators.plan,
  now() as now,
  coalesce(shown_plates.shown_plate, vehicles.plate) as shown_plate
from sessions
join vehicles using (vehicle_id)
left join shown_plates on shown_plates.entity_id = sessions.session_id
left join vins using (vin_id)
join lots using (lot_id)
join operators on operators.operator_id = sessions.operator_id;

create or replace view hold_details as
select
  holds.*,
  case when holds.status = 'held' and holds.expires_at <= clock_timestamp()
    then 'expired' else holds.status end as status_now,
  lots.name as lot_name,
  lots.entry_instructions,
  vehicles.plate,
  vins.vin,
  coalesce(shown_plates.shown_plate, vehicles.plate) as shown_plate
from holds
join lots using (lot_id)
left join vehicles using (vehicle_id)
left join shown_plates on shown_plates.entity_id = holds.hold_id
left join vins using (vin_id);
