create or replace function payment_diff(stay sessions) returns jsonb
language sql stable
return jsonb_build_object('after', jsonb_build_object(
  'status', stay.status, 'amount_minor', stay.subtotal_minor - stay.shortfall_minor,
  'currency', stay.currency));
