-- Captures an intent. Safe to repeat: the first amount stays, a second capture changes nothing.
insert into simulated_captures (payment_intent_id, amount_minor, currency)
values (:payment_intent_id, :amount_minor, :currency)
on conflict (payment_intent_id) do nothing;
