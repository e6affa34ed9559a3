-- The stay is over and its amount is fixed; its money may not have been had yet.
create or replace function session_closed_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object(
  'before', jsonb_build_object('status', 'active'),
  'after', jsonb_build_object(
    'status', case when stay.status in ('expiring', 'canceled') then stay.status else 'ending' end,
    'lot_id', stay.lot_id, 'started_at', stay.started_at, 'ended_at', stay.ended_at,
    'subtotal_minor', stay.subtotal_minor, 'platform_fee_minor', stay.platform_fee_minor,
    'currency', stay.currency));
