-- Holds as they are shown, with what they get from their lot and vehicle.
create or replace view hold_details as
select
  holds.hold_id, holds.code, holds.lot_id, holds.operator_id, holds.creator_operator_id,
  holds.key_id, holds.livemode, holds.dispatch_id, holds.fencing_token, holds.vehicle_id,
  holds.vin_id, holds.fleet_id, holds.is_autonomous, holds.agent_platform, holds.status,
  holds.space_count, holds.activated_count, holds.assigned_space, holds.starts_at, holds.ends_at,
  holds.expires_at, holds.ttl_seconds, holds.intent, holds.parsed, holds.rate_minor,
  holds.rate_unit, holds.currency, holds.max_daily_minor,
  snapshot_of(
    holds.rate_snapshot, holds.rate_minor, holds.rate_unit, holds.billing_step_minutes,
    holds.max_daily_minor) as rate_snapshot,
  holds.session_id,
  holds.created_at, holds.canceled_at, holds.billing_step_minutes, holds.mandate_id,
  case when holds.status = 'held' and holds.expires_at <= clock_timestamp()
    then 'expired' else holds.status end as status_now,
  lots.name as lot_name,
  lots.entry_instructions,
  vehicles.plate,
  vins.vin,
  coalesce(shown_plates.shown_plate, vehicles.plate) as shown_plate,
  lots.opening_hours
from holds
join lots using (lot_id)
left join vehicles using (vehicle_id)
left join shown_plates on shown_plates.entity_id = holds.hold_id
left join vins using (vin_id);
