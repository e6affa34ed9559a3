-- Locks vehicles, VINs and addresses, in the order in which all transactions lock them, until the
-- transaction ends: nothing new can have them meanwhile.
with vehicle as materialized (
  select vehicle_id from vehicles where vehicle_id = any(:vehicle_ids::bigint[])
  order by plate
  for update
),
vin as materialized (
  select vin_id from vins
  where vin_id = any(:vin_ids::bigint[]) and (select count(*) from vehicle) >= 0
  order by vin
  for update
)
select driver_id from drivers
where driver_id = any(:driver_ids::bigint[]) and (select count(*) from vin) >= 0
order by email
for update;
