-- Pays a refund back, once per key. Money that was not captured fails on its foreign key.
-- $1 refund_key
-- $2 payment_intent_id
-- $3 amount_minor
insert into simulated_refunds (refund_key, payment_intent_id, amount_minor)
values ($1, $2, $3)
on conflict (refund_key) do nothing;
