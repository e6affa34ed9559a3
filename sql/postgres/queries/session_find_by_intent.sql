-- The stay that an intent pays.
-- Keeps its plan.
select stay.*
from (
  select session_id from sessions
  where payment_intent_id = :payment_intent_id and livemode = :livemode and source <> 'import'
  limit 1
) as found
cross join lateral (
  select * from session_details where session_details.session_id = found.session_id offset 0
) as stay;
