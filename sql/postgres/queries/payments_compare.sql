-- What differs between the processor's books and the ledger in the payments of a day (UTC): those
-- that moved on it there or here, and those that are held back there. Each is compared as a whole,
-- whichever days its parts are of.
-- :held is a JSON list of authorisations that are neither captured nor canceled. :intent_pattern
-- says which intents are of this processor. :is_late: what its books lack by now will not come.
with day as (
  select :day::date::timestamp at time zone 'UTC' as from_at,
    (:day::date + 1)::timestamp at time zone 'UTC' as to_at
),
held as (
  select *
  from jsonb_to_recordset(:held::jsonb) as given (
    payment_intent_id text, session_id text, authorised_minor bigint, currency text)
  -- Those that a stay no longer needs are released by a job of their own.
  where not exists (
    select from spare_intents
    where spare_intents.session_id = given.session_id
      and spare_intents.payment_intent_id = given.payment_intent_id)
),
touched as (
  select coalesce(payment_intent_id, (
    select payment.payment_intent_id from processor_movements as payment
    where payment.source_id = movement.of_id and payment.kind = 'capture' limit 1
  )) as payment_intent_id
  from day
  join processor_movements as movement
    on movement.livemode = :livemode and movement.at >= from_at and movement.at < to_at
  where movement.kind in ('capture', 'fee', 'transfer') and movement.refund_id is null
  union
  select sessions.payment_intent_id
  from day
  join ledger on ledger.livemode = :livemode and ledger.at >= from_at and ledger.at < to_at
  join sessions using (session_id)
  where ledger.kind <> 'processor_fee' and ledger.refund_id is null
    and sessions.payment_intent_id ~ :intent_pattern
  union
  select payment_intent_id from held
)
select difference.kind, touched.payment_intent_id as subject, ours.session_id,
  difference.ours_minor, difference.theirs_minor,
  coalesce(theirs.currency, held.currency, ours.currency) as currency
from touched
left join held using (payment_intent_id)
cross join lateral (
  select sum(payment.amount_minor)::bigint as captured_minor, min(payment.currency) as currency,
    bool_or(payment.payee is not null) as has_payee, min(payment.session_id) as session_id,
    sum(part.fee_minor)::bigint as fee_minor, sum(part.transfer_minor)::bigint as transfer_minor,
    -- What was converted cannot be compared.
    bool_and(coalesce(part.is_same_currency, true)) as is_same_currency
  from processor_movements as payment
  cross join lateral (
    select
      sum(amount_minor) filter (where part.kind = 'fee') as fee_minor,
      sum(amount_minor) filter (where part.kind = 'transfer') as transfer_minor,
      bool_and(part.currency = payment.currency) as is_same_currency
    from processor_movements as part
    where part.of_id = payment.source_id and part.kind in ('fee', 'transfer')
  ) as part
  where payment.payment_intent_id = touched.payment_intent_id and payment.kind = 'capture'
    and payment.livemode = :livemode
) as theirs
left join lateral (
  select session_id, status, currency, entry.captured_minor, entry.fee_minor,
    exists (
      select from reconciled_days as read
      where read.livemode = :livemode and read.day = (stay.ended_at at time zone 'UTC')::date
    ) as is_read
  from sessions as stay
  cross join lateral (
    select coalesce(-sum(driver_minor + shortfall_minor), 0)::bigint as captured_minor,
      coalesce(sum(platform_fee_minor), 0)::bigint as fee_minor
    from ledger
    where ledger.session_id = stay.session_id and refund_id is null and kind <> 'processor_fee'
  ) as entry
  where stay.payment_intent_id = touched.payment_intent_id and stay.livemode = :livemode
    and stay.source <> 'import'
  limit 1
) as ours on true
cross join lateral (
  select theirs.has_payee and theirs.is_same_currency and theirs.currency = ours.currency
    and theirs.captured_minor = ours.captured_minor as has_same_parts
) as parts
cross join lateral (values
  ('stay_missing',
    ours.session_id is null and coalesce(theirs.session_id, held.session_id) is not null,
    null::bigint, coalesce(theirs.captured_minor, held.authorised_minor)),
  ('authorisation_held',
    held.payment_intent_id is not null and ours.captured_minor = 0
      and ours.status in ('canceled', 'completed', 'expired'), 0, held.authorised_minor),
  ('capture_not_noted', theirs.captured_minor > 0 and ours.captured_minor = 0, 0,
    theirs.captured_minor),
  ('capture_absent',
    theirs.captured_minor is null and ours.captured_minor > 0 and ours.is_read and :is_late,
    ours.captured_minor, 0),
  ('capture_differs',
    theirs.captured_minor > 0 and ours.captured_minor > 0
      and (theirs.captured_minor <> ours.captured_minor or theirs.currency <> ours.currency),
    ours.captured_minor, theirs.captured_minor),
  ('fee_differs',
    has_same_parts and coalesce(theirs.fee_minor, 0) <> ours.fee_minor
      and (theirs.fee_minor is not null or :is_late), ours.fee_minor, theirs.fee_minor),
  ('transfer_differs',
    has_same_parts and coalesce(theirs.transfer_minor, 0) <> ours.captured_minor
      and (theirs.transfer_minor is not null or :is_late), ours.captured_minor,
    theirs.transfer_minor)
) as difference (kind, is_so, ours_minor, theirs_minor)
where difference.is_so;
