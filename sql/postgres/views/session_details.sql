-- Stays as they are shown, with what they get from their lot, operator and vehicle. One whose
-- driver was erased has no vehicle.
create or replace view session_details as
select
  sessions.session_id, sessions.session_code, sessions.lot_id, sessions.operator_id,
  sessions.livemode, sessions.vehicle_id, sessions.driver_id, sessions.key_id, sessions.status,
  sessions.source, sessions.agent_platform, sessions.agent_name, sessions.fleet_id,
  sessions.is_autonomous, sessions.rate_minor, sessions.rate_unit, sessions.currency,
  sessions.max_daily_minor, sessions.started_at, sessions.expected_end, sessions.ended_at,
  sessions.extended_count, sessions.estimated_minor, sessions.subtotal_minor,
  sessions.platform_fee_minor, sessions.payment_intent_id, sessions.metadata, sessions.created_at,
  snapshot_of(
    sessions.rate_snapshot, sessions.rate_minor, sessions.rate_unit,
    sessions.billing_step_minutes, sessions.max_daily_minor) as rate_snapshot,
  sessions.hold_id, sessions.assigned_space, sessions.extended_minutes,
  sessions.creator_operator_id, sessions.vin_id, sessions.refunded_minor,
  sessions.fee_refunded_minor, sessions.captured_at, sessions.billing_step_minutes,
  sessions.mandate_id,
  vehicles.plate,
  vins.vin,
  lots.name as lot_name,
  lots.address as lot_address,
  lots.entry_instructions,
  held_plan(operators.plan, operators.next_plan, operators.next_plan_at) as plan,
  now() as now,
  coalesce(shown_plates.shown_plate, vehicles.plate) as shown_plate,
  lots.opening_hours,
  sessions.fee_basis_points, sessions.authorize_by, sessions.authorized_minor,
  sessions.shortfall_minor, payment_status(sessions) as payment_status
from sessions
left join vehicles using (vehicle_id)
left join shown_plates on shown_plates.entity_id = sessions.session_id
left join vins using (vin_id)
join lots using (lot_id)
join operators on operators.operator_id = sessions.operator_id;
