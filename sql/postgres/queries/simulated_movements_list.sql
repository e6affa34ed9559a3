-- What the processor that moves no money took and gave back, the oldest first. Of captures that a
-- version made which did not keep the mode, the stay says it; those of no stay count as live.
-- :from_at, :to_at: from when on, and before when. :skipped: rows of the pages before.
with moved as (
  select 'capture:' || payment_intent_id as movement_id, captured_at as at, payment_intent_id,
    null as refund_id, amount_minor, currency, livemode
  from simulated_captures
  where captured_at >= :from_at and captured_at < :to_at and amount_minor > 0
  union all
  select 'refund:' || refund_key, refunded_at, payment_intent_id, refund_key,
    paid.amount_minor, capture.currency, capture.livemode
  from simulated_refunds as paid
  join simulated_captures as capture using (payment_intent_id)
  where refunded_at >= :from_at and refunded_at < :to_at
)
select movement_id, at, payment_intent_id, refund_id, amount_minor, currency
from moved
where :livemode = coalesce(livemode, (
  select livemode from sessions
  where sessions.payment_intent_id = moved.payment_intent_id limit 1), true)
order by at, movement_id
offset :skipped limit :row_limit;
