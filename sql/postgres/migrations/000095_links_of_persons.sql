-- outside a transaction
-- What has a vehicle, a VIN or an address is found by index, and so is that nothing has one.
create index concurrently if not exists sessions_by_vin on sessions (vin_id)
  where vin_id is not null;
create index concurrently if not exists sessions_by_driver on sessions (driver_id)
  where driver_id is not null;
create index concurrently if not exists holds_by_vehicle on holds (vehicle_id)
  where vehicle_id is not null;
create index concurrently if not exists holds_by_vin on holds (vin_id)
  where vin_id is not null;
create index concurrently if not exists drivers_by_folded_email on drivers (livemode, lower(email));
alter table sessions validate constraint sessions_vehicle_id_fkey;
alter table sessions validate constraint sessions_vin_id_fkey;
alter table holds validate constraint holds_vehicle_id_fkey;
alter table holds validate constraint holds_vin_id_fkey;
alter table shown_plates validate constraint shown_plates_vehicle_id_fkey;
