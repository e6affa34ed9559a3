-- The payment that a driver is to authorise for a longer stay: the one that was opened for as much
-- before, with more time, or a new one. :spare_id is used for a new one only.
insert into spare_intents
  (spare_id, session_id, operator_id, livemode, amount_minor, authorize_by)
select
  :spare_id, session_id, operator_id, livemode, :amount_minor,
  now() + :authorize_minutes::integer * interval '1 minute'
from sessions
where session_id = :session_id and status = 'active'
on conflict (session_id, amount_minor) where authorize_by is not null
do update set authorize_by = excluded.authorize_by
returning spare_id, payment_intent_id, authorize_by;
