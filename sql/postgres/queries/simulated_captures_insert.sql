-- Captures an intent, at most what is authorised: :authorised_minor, null where it is not known, or
-- what it was raised to. Safe to repeat: once it is captured or canceled, no row is returned and
-- nothing changes.
-- Keeps its plan.
insert into simulated_captures (payment_intent_id, livemode, amount_minor, currency)
select
  :payment_intent_id, :livemode,
  least(:amount_minor::bigint, case
    when :authorised_minor::bigint is not null
    then greatest(:authorised_minor::bigint, max(simulated_raises.authorised_minor))
  end),
  :currency
from simulated_raises where payment_intent_id = :payment_intent_id
on conflict (payment_intent_id) do nothing
returning amount_minor;
