-- Captures an intent. Safe to repeat: a second capture changes nothing, and the first amount stays.
-- Keeps its plan.
insert into simulated_captures (payment_intent_id, amount_minor, currency)
values (:payment_intent_id, :amount_minor, :currency)
on conflict (payment_intent_id) do nothing;
