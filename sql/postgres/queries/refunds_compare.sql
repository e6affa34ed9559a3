-- What differs between the processor's books and the ledger in the refunds of a day (UTC): those
-- that moved on it there or here. Each is compared as a whole, whichever days its parts are of.
-- :intent_pattern says which intents are of this processor. :is_late: what its books lack by now
-- will not come.
with day as (
  select :day::date::timestamp at time zone 'UTC' as from_at,
    (:day::date + 1)::timestamp at time zone 'UTC' as to_at
),
-- A refund that was not made here is named as the processor names it.
touched as (
  select coalesce(movement.refund_id, refund.refund_id, refund.source_id, movement.source_id)
    as subject
  from day
  join processor_movements as movement
    on movement.livemode = :livemode and movement.at >= from_at and movement.at < to_at
  left join lateral (
    select refund_id, source_id from processor_movements as refund
    where refund.source_id = movement.of_id and refund.kind = 'refund' limit 1
  ) as refund on true
  where movement.kind in ('refund', 'refund_return', 'fee_refund', 'transfer_reversal')
    or movement.kind = 'transfer' and movement.refund_id is not null
  union
  select ledger.refund_id
  from day
  join ledger on ledger.livemode = :livemode and ledger.at >= from_at and ledger.at < to_at
  join sessions using (session_id)
  where ledger.refund_id is not null and sessions.payment_intent_id ~ :intent_pattern
),
made as materialized (
  select subject, refund.*
  from touched
  cross join lateral (
    select
      sum(amount_minor) filter (where kind = 'refund')::bigint as refunded_minor,
      coalesce(sum(amount_minor) filter (where kind = 'refund_return'), 0)::bigint
        as returned_minor,
      sum(amount_minor) filter (where kind = 'fee_refund')::bigint as fee_minor,
      coalesce(sum(amount_minor) filter (where kind = 'transfer'), 0)::bigint as paid_back_minor,
      (array_agg(source_id) filter (where kind = 'refund'))[1] as source_id,
      min(payment_intent_id) as payment_intent_id, min(currency) as currency,
      max(currency) = min(currency) as is_same_currency
    from processor_movements
    where livemode = :livemode and kind <> 'transfer_reversal'
      and (refund_id = subject or source_id = subject and refund_id is null)
  ) as refund
)
select difference.kind, made.subject, coalesce(ours.session_id, stay.session_id) as session_id,
  difference.ours_minor, difference.theirs_minor, coalesce(made.currency, ours.currency) as currency
from made
left join lateral (
  select session_id,
    exists (
      select from processor_movements as payment
      where payment.payment_intent_id = made.payment_intent_id and payment.kind = 'capture'
        and payment.payee is not null) as has_payee
  from sessions
  where sessions.payment_intent_id = made.payment_intent_id and sessions.livemode = :livemode
    and sessions.source <> 'import'
  limit 1
) as stay on true
cross join lateral (
  select sum(amount_minor)::bigint as reversed_minor,
    bool_and(reversal.currency = made.currency) as is_same_currency
  from processor_movements as reversal
  where reversal.of_id = made.source_id and reversal.kind = 'transfer_reversal'
) as part
left join lateral (
  select refund.session_id, refund.currency, refund.fee_minor, entry.refunded_minor,
    exists (
      select from reconciled_days as read
      where read.livemode = :livemode and read.day = (refund.created_at at time zone 'UTC')::date
    ) as is_read
  from refunds as refund
  cross join lateral (
    select coalesce(sum(refunds_minor), 0)::bigint as refunded_minor
    from ledger where ledger.session_id = refund.session_id and ledger.refund_id = refund.refund_id
  ) as entry
  where refund.refund_id = made.subject
) as ours on true
cross join lateral (
  select coalesce(made.refunded_minor, 0) - returned_minor as back_minor,
    stay.has_payee and made.is_same_currency and part.is_same_currency is not false as has_parts
) as theirs
cross join lateral (values
  ('refund_unknown', ours.session_id is null and stay.session_id is not null and back_minor > 0,
    null::bigint, back_minor),
  ('refund_not_noted', back_minor > 0 and ours.refunded_minor = 0, 0, back_minor),
  ('refund_absent',
    back_minor = 0 and ours.refunded_minor > 0 and (returned_minor > 0 or is_read and :is_late),
    ours.refunded_minor, 0),
  ('refund_differs',
    back_minor > 0 and ours.refunded_minor > 0
      and (back_minor <> ours.refunded_minor or made.currency <> ours.currency),
    ours.refunded_minor, back_minor),
  ('fee_differs',
    has_parts and back_minor > 0 and back_minor = ours.refunded_minor
      and coalesce(made.fee_minor, 0) <> ours.fee_minor
      and (made.fee_minor is not null or :is_late),
    ours.fee_minor, made.fee_minor),
  ('transfer_differs',
    has_parts and back_minor > 0 and back_minor = ours.refunded_minor
      and coalesce(reversed_minor, 0) <> back_minor
      and (reversed_minor is not null or :is_late), ours.refunded_minor, reversed_minor),
  ('reversal_open',
    has_parts and returned_minor > 0 and back_minor = 0 and ours.refunded_minor = 0
      and reversed_minor - coalesce(made.fee_minor, 0) > paid_back_minor,
    0, reversed_minor - coalesce(made.fee_minor, 0) - paid_back_minor)
) as difference (kind, is_so, ours_minor, theirs_minor)
where difference.is_so;
