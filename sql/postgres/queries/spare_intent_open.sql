-- The payment that a driver is to authorise for a longer stay: the one that was opened for as much
-- before, with more time, or a new one. :spare_id is used for a new one only. The payee is the
-- account of the stay's operator at Stripe, if it can be paid.
insert into spare_intents
  (spare_id, session_id, operator_id, livemode, amount_minor, authorize_by)
select
  :spare_id, session_id, operator_id, livemode, :amount_minor,
  now() + :authorize_minutes::integer * interval '1 minute'
from sessions
where session_id = :session_id and status = 'active'
on conflict (session_id, amount_minor) where authorize_by is not null
do update set authorize_by = excluded.authorize_by
returning spare_id, payment_intent_id, authorize_by,
  (select account_id from payee_accounts
    where payee_accounts.operator_id = spare_intents.operator_id
      and payee_accounts.livemode = spare_intents.livemode
      and processor = 'stripe' and charges_enabled) as payee;
