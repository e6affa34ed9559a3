-- Cancels an intent. Nothing changes once it is captured or canceled.
-- Keeps its plan.
insert into simulated_captures (payment_intent_id, livemode, amount_minor, is_canceled)
values (:payment_intent_id, :livemode, 0, true)
on conflict (payment_intent_id) do nothing;
