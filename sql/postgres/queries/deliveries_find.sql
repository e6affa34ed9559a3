-- A delivery of a webhook.
select
  delivery_id, event_id, type, is_test, shown_status(deliveries, webhooks.round) as status,
  attempts, next_attempt_at(deliveries, webhooks.round) as next_attempt_at,
  deliveries.created_at, finished_at
from deliveries
join webhooks using (webhook_id)
where delivery_id = :delivery_id and webhook_id = :webhook_id;
