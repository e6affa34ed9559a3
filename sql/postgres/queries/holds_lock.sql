-- Locks what stays in the spaces of these holds will write or refer to, each kind in the order in
-- which all transactions lock it: the lots, then the vehicles, then their VINs. The holds need no
-- locks of their own, because whatever writes a hold locks its lot first. A process that stops
-- before it ends the transaction loses these locks after ten seconds.
with held as materialized (
  select lot_id, vehicle_id, vin_id from holds where hold_id = any(:hold_ids::text[])
),
lot as materialized (
  select lot_id from lots
  where lot_id in (select lot_id from held)
  order by lot_id
  for no key update
),
vehicle as materialized (
  select vehicle_id from vehicles
  where vehicle_id in (select vehicle_id from held) and (select count(*) from lot) > 0
  order by plate
  for key share
),
-- The statement that begins a stay updates the row of its VIN.
vin as materialized (
  select vin_id from vins
  where vin_id in (select vin_id from held) and (select count(*) from vehicle) > 0
  order by vin
  for update
)
select
  count(*)::integer as vin_count,
  set_config('idle_in_transaction_session_timeout', '10s', true) as timeout
from vin;
