-- An erasure that still waits, with the ids of what it is about: an address may have been written
-- in several ways. Its row and that of the vehicle are locked, so nobody cancels it, and no stay or
-- hold of the plate begins, until the transaction ends. No row is returned when it is over, or not
-- due unless :is_now. That of a plate waits while plates are being sealed, because it may find only
-- those that are written like its own.
-- is_late: it was asked for :days_max days ago.
with erasure as materialized (
  select * from erasures
  where erasure_id = :erasure_id and status = 'pending'
    and (:is_now::boolean or due_at <= now())
    and (kind <> 'plate' or (select stage from plate_keys) <> 'sealing')
  for update
),
vehicle as materialized (
  select vehicle_id from vehicles
  where exists (select from erasure)
    and livemode = (select livemode from erasure where kind = 'plate')
    and plate = (select subject from erasure where kind = 'plate')
  for update
)
select
  operator_id, livemode, kind,
  (select vehicle_id from vehicle) as vehicle_id,
  array(select driver_id from drivers
    where drivers.livemode = erasure.livemode and lower(email) = subject and kind = 'email')
    as driver_ids,
  created_at + :days_max::integer * interval '1 day' as latest_at,
  now() >= created_at + :days_max::integer * interval '1 day' as is_late
from erasure;
