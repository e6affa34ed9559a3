-- Everything that was written has its audit rows, each as often as it happened, and no audit row
-- tells of something that is not there.
with told as (
  select entity_id, action, count(*) as row_count from audit_log group by entity_id, action
),
expected as (
  select session_id as entity_id, 'session.created' as action, 1 as row_count from sessions
  union all
  select session_id, 'session.closed', (status <> 'active')::integer from sessions
  union all
  select session_id, 'session.extended', extended_count from sessions
  union all
  select session_id, 'payment.completed', (captured_at is not null)::integer from sessions
  union all
  select session_id, 'refund.created', count(refund_id)
  from sessions left join refunds using (session_id) group by session_id
  union all
  select session_id, 'refund.succeeded',
    count(refund_id) filter (where refunds.status = 'succeeded')
  from sessions left join refunds using (session_id) group by session_id
  union all
  select hold_id, 'hold.created', 1 from holds
  union all
  select hold_id, 'hold.activated', activated_count from holds
  union all
  select hold_id, 'hold.canceled', (status = 'canceled')::integer from holds
  union all
  select hold_id, 'hold.expired', (status = 'expired')::integer from holds
  union all
  select lot_id::text, 'lot.created', 1 from lots
  union all
  select lot_id::text, 'lot.deleted', (deleted_at is not null)::integer from lots
  union all
  select key_id, 'key.created', 1 from api_keys
  union all
  select key_id, 'key.revoked', (revoked_at is not null)::integer from api_keys
  union all
  select event_id::text, 'local_event.created', 1 from local_events
  union all
  select event_id::text, 'local_event.deleted', (deleted_at is not null)::integer from local_events
  union all
  select webhook_id, 'webhook.created', 1 from webhooks
  union all
  select webhook_id, 'webhook.deleted', (deleted_at is not null)::integer from webhooks
)
select entity_id || ' has ' || coalesce(told.row_count, 0) || ' audit rows ' || action
  || ' instead of ' || expected.row_count as fault
from expected
left join told using (entity_id, action)
where coalesce(told.row_count, 0) <> expected.row_count
union all
select 'audit row ' || action || ' of ' || entity_id || ', which is not there'
from told
where action ~ '^(session\.(created|closed|extended)|(payment|refund|hold|lot|key)\.)'
  and entity_id not in (select entity_id from expected);
