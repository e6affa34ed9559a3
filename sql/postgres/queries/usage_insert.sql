-- Stores the charges of priced answers.
-- :rows is a JSON array of usage rows.
-- Keeps its plan.
insert into usage (operator_id, key_id, livemode, endpoint, cost_cents, request_id)
select operator_id, key_id, livemode, endpoint, cost_cents, request_id
from jsonb_to_recordset(:rows::jsonb) as charge (
  operator_id text, key_id text, livemode boolean, endpoint text, cost_cents integer,
  request_id text);
