-- Raises the authorisation of an intent to :authorised_minor in all.
-- Keeps its plan.
insert into simulated_raises (payment_intent_id, authorised_minor)
values (:payment_intent_id, :authorised_minor)
on conflict (payment_intent_id, authorised_minor) do nothing;
