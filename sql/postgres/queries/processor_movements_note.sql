-- Notes lines of the processor's books, each once; what the processor keeps is booked by a trigger.
-- :movements is a JSON list with the columns of the table.
insert into processor_movements (
  movement_id, livemode, kind, at, source_id, of_id, payment_intent_id, refund_id, session_id,
  payee, amount_minor, currency, processor_fee_minor, processor_fee_currency)
select movement_id, :livemode, kind, at, source_id, of_id, payment_intent_id, refund_id,
  session_id, payee, amount_minor, currency, processor_fee_minor, processor_fee_currency
from jsonb_to_recordset(:movements::jsonb) as given (
  movement_id text, kind text, at timestamptz, source_id text, of_id text,
  payment_intent_id text, refund_id text, session_id text, payee text, amount_minor bigint,
  currency text, processor_fee_minor bigint, processor_fee_currency text)
on conflict (movement_id) do nothing;
