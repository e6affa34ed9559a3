-- Events of the payment processor that are still to be worked off, the oldest first. Those of one
-- payment or payout are worked off one after another, in order: `operator_id` says which are. One
-- that failed before is listed again once its next try is due.
-- Keeps its plan.
select
  event_id, type, processor_events.livemode, object_id, payment_intent_id, account_id,
  coalesce(payment_intent_id, object_id, event_id) as operator_id,
  coalesce(first_failed_at <= now() - interval '24 hours', false) as is_last_try
from processor_events
left join setbacks on job = 'work-processor-events' and entity_id = event_id
where worked_at is null and (job is null or retry_at <= now())
order by created_at
limit :row_limit;
