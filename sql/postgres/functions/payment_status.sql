-- How the payment of a stay stands. Null: it was paid elsewhere.
create or replace function payment_status(stay sessions) returns text
language sql immutable
return case
  when stay.source = 'import' then null
  when stay.status = 'canceled' then 'canceled'
  when stay.status = 'payment_failed' then 'failed'
  when stay.captured_at is not null and stay.refunded_minor > 0
    and stay.refunded_minor = stay.subtotal_minor - stay.shortfall_minor then 'refunded'
  when stay.captured_at is not null then 'captured'
  when stay.authorize_by is not null then 'requires_authorization'
  else 'authorized' end;
