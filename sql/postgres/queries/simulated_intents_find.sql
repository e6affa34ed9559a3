-- What is stored of an intent: one row, null where nothing was captured, canceled or raised.
-- Keeps its plan.
select
  (
    select max(authorised_minor) from simulated_raises
    where payment_intent_id = asked.payment_intent_id
  ) as raised_minor,
  capture.amount_minor,
  coalesce(capture.is_canceled, false) as is_canceled
from (values (:payment_intent_id::text)) as asked (payment_intent_id)
left join simulated_captures as capture using (payment_intent_id);
