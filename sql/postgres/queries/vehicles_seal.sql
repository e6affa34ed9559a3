-- Writes the plates of vehicles sealed, where they are still the given plain ones. It locks them in
-- the order in which all transactions do.
with given as materialized (
  select *
  from unnest(:vehicle_ids::bigint[], :plates::text[], :plain_plates::text[])
    as given (vehicle_id, sealed, plain)
),
locked as materialized (
  select vehicle_id, sealed
  from given join vehicles using (vehicle_id)
  where plate = plain
  order by plate
  for update of vehicles
)
update vehicles
set plate = sealed
from locked
where vehicles.vehicle_id = locked.vehicle_id;
