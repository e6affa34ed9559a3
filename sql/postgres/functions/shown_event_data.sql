-- The data of an event as callers and receivers get it: with the plate instead of the vehicle's id.
-- The plate is null once the vehicle is erased.
create or replace function shown_event_data(data jsonb, plate text) returns jsonb
language sql immutable parallel safe
return case when data ? 'vehicle_id'
  then (data - 'vehicle_id') || jsonb_build_object('vehicle_plate', plate) else data end;
