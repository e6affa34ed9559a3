-- What an audit row tells, for the actions that more than one statement writes.
create or replace function session_created_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object('after', jsonb_build_object(
  'status', 'active', 'lot_id', stay.lot_id, 'vehicle_id', stay.vehicle_id,
  'source', stay.source, 'fleet_id', stay.fleet_id, 'hold_id', stay.hold_id,
  'started_at', stay.started_at, 'expected_end', stay.expected_end,
  'rate_minor', stay.rate_minor, 'rate_unit', stay.rate_unit,
  'billing_step_minutes', stay.billing_step_minutes, 'currency', stay.currency,
  'rate_snapshot', stay.rate_snapshot));
