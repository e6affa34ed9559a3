-- Takes the person out of given stays and holds that are over: the vehicle of each, and of those
-- that the keys of :operator_id made also the VIN, the address, the metadata and the words. With
-- them goes whatever else has a plate in it: plates as they were written, bodies of events, and
-- what receivers answered to those, and why refunds were made. Amounts and times stay.
-- :is_late: also where a payment failed or a hold still stands.
-- :is_leaving: the vehicle stays where the lot is another operator's.
-- Returns how many there were, and the ids of what they had.
with stay as materialized (
  select session_id, vehicle_id, vin_id, driver_id,
    creator_operator_id = :operator_id as is_creator,
    :is_leaving::boolean and operator_id <> :operator_id as keeps_vehicle
  from sessions
  where session_id = any(:session_ids::text[])
    and (status in ('completed', 'expired') or status = 'payment_failed' and :is_late::boolean)
  order by session_id
  for no key update
),
hold as materialized (
  select hold_id, vehicle_id, vin_id,
    creator_operator_id = :operator_id as is_creator,
    :is_leaving and operator_id <> :operator_id as keeps_vehicle
  from holds
  where hold_id = any(:hold_ids::text[]) and (status <> 'held' or :is_late)
  order by hold_id
  for no key update
),
stripped_stay as (
  update sessions as stored
  set vehicle_id = case when keeps_vehicle then stored.vehicle_id end,
    vin_id = case when not is_creator then stored.vin_id end,
    driver_id = case when not is_creator then stored.driver_id end,
    metadata = case when is_creator then '{}' else stored.metadata end
  from stay
  where stored.session_id = stay.session_id
),
stripped_hold as (
  update holds as stored
  set vehicle_id = case when keeps_vehicle then stored.vehicle_id end,
    vin_id = case when not is_creator then stored.vin_id end,
    intent = case when not is_creator then stored.intent end,
    parsed = case when is_creator then '{"features": []}' else stored.parsed end
  from hold
  where stored.hold_id = hold.hold_id
),
reasons as (
  update refunds set reason = 'erased'
  where session_id = any(array(select session_id from stay)) and operator_id = :operator_id
),
plates as (
  delete from shown_plates
  where entity_id = any(array(
    select session_id from stay where not keeps_vehicle
    union all
    select hold_id from hold where not keeps_vehicle))
),
event as materialized (
  select event_id from events
  where entity_id = any(array(select session_id from stay where not keeps_vehicle))
),
answers as (
  update deliveries
  set attempts = (
    select coalesce(jsonb_agg(attempt - 'answer'), '[]')
    from jsonb_array_elements(attempts) as attempt)
  where event_id = any(array(select event_id from event))
),
bodies as (
  delete from event_bodies where event_id = any(array(select event_id from event))
)
select
  (select count(*) from stay)::integer as session_count,
  (select count(*) from hold)::integer as hold_count,
  array(
    select vehicle_id from stay where vehicle_id is not null and not keeps_vehicle
    union select vehicle_id from hold where vehicle_id is not null and not keeps_vehicle
  ) as vehicle_ids,
  array(
    select vin_id from stay where is_creator and vin_id is not null
    union select vin_id from hold where is_creator and vin_id is not null
  ) as vin_ids,
  array(
    select distinct driver_id from stay where is_creator and driver_id is not null
  ) as driver_ids;
