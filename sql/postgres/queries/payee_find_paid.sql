-- The accounts that the processor paid what was captured for a stay to.
select distinct movement.payee
from sessions
join processor_movements as movement using (payment_intent_id, livemode)
where sessions.session_id = :session_id and movement.kind = 'capture'
  and movement.payee is not null;
