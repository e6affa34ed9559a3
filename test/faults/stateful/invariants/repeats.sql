-- What a call with an Idempotency-Key is answered with is there.
select operation || ' ' || idempotency_key || ' is remembered with ' || response as fault
from idempotency
where response ->> 'sessionId' not in (select session_id from sessions)
  or response ->> 'holdId' not in (select hold_id from holds)
  or response ->> 'refundId' not in (select refund_id from refunds)
  or response ->> 'dispatchId' not in (select dispatch_id from dispatches);
