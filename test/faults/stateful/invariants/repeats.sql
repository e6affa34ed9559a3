-- What a call with an Idempotency-Key is answered with is there. An answer names some of them: null
-- is in no table, not even in one that is still empty.
select operation || ' ' || idempotency_key || ' is remembered with ' || response as fault
from idempotency
where (response ->> 'sessionId' is not null
    and response ->> 'sessionId' not in (select session_id from sessions))
  or (response ->> 'holdId' is not null
    and response ->> 'holdId' not in (select hold_id from holds))
  or (response ->> 'refundId' is not null
    and response ->> 'refundId' not in (select refund_id from refunds))
  or (response ->> 'dispatch_id' is not null
    and response ->> 'dispatch_id' not in (select dispatch_id from dispatches));
