-- Captures an intent. Safe to repeat: the first amount stays, a second capture changes nothing.
-- $1 payment_intent_id
-- $2 amount_minor
-- $3 currency
insert into simulated_captures (payment_intent_id, amount_minor, currency)
values ($1, $2, $3)
on conflict (payment_intent_id) do nothing;
