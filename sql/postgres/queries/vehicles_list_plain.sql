-- Vehicles whose plates are still stored plain, in the order of their ids after :after_id.
select vehicle_id, plate
from vehicles
where vehicle_id > :after_id::bigint and not is_sealed(plate)
order by vehicle_id
limit :row_limit::integer;
