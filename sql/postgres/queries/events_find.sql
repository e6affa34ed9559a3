-- An event of an operator in one mode, as its webhooks get it. The plate is null once the vehicle
-- is erased.
select
  event_id, type, events.created_at, shown_event_data(data, coalesce(shown_plate, plate)) as data
from events
left join vehicles on vehicles.vehicle_id = (data ->> 'vehicle_id')::bigint
left join shown_plates using (entity_id)
where event_id = :event_id
  and events.operator_id = :operator_id
  and events.livemode = :livemode;
