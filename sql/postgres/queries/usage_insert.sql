-- Charges priced answers. Safe to repeat under an idempotency key: the first charge stands alone.
-- $1 rows  JSON array of usage rows
insert into usage (
  operator_id, key_id, livemode, endpoint, cost_cents, request_id, idempotency_key)
select operator_id, key_id, livemode, endpoint, cost_cents, request_id, idempotency_key
from jsonb_to_recordset($1::jsonb) as charge (
  operator_id text, key_id text, livemode boolean, endpoint text, cost_cents integer,
  request_id text, idempotency_key text)
on conflict (key_id, endpoint, idempotency_key) where idempotency_key is not null do nothing;
