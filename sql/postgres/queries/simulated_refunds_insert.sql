-- Pays a refund back, once per key. Money that was not captured fails on its foreign key.
-- Keeps its plan.
insert into simulated_refunds (refund_key, payment_intent_id, amount_minor)
values (:refund_key, :payment_intent_id, :amount_minor)
on conflict (refund_key) do nothing;
