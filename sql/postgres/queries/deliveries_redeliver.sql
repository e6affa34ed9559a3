-- Makes a delivery of a webhook due again, now, with audit row, and returns it. One that is being
-- sent stays as it is. `is_kept` says whether its body is still there, or can be made again: else
-- nothing is written. No row is returned when the webhook is not active, or has no such delivery.
-- :kept_days: how long that is.
with target as materialized (
  select webhook_id, operator_id, livemode, round
  from webhooks
  where webhook_id = :webhook_id and status = 'active' and deleted_at is null
),
found as materialized (
  select
    deliveries as delivery,
    case when is_test
      then exists (select from event_bodies where event_bodies.event_id = deliveries.event_id)
      else exists (
        select from events
        where events.event_id = deliveries.event_id
          and events.created_at > now() - make_interval(days => :kept_days))
    end as is_kept
  from target
  join deliveries using (webhook_id)
  where delivery_id = :delivery_id
  for no key update of deliveries
),
again as (
  update deliveries
  set
    status = 'pending', round = target.round, try_count = 0, due_at = now(), lease = null,
    lease_ends_at = null, finished_at = null
  from found cross join target
  where deliveries.delivery_id = (found.delivery).delivery_id
    and is_kept
    and not (
      deliveries.status = 'pending' and deliveries.round = target.round
      and coalesce(deliveries.lease_ends_at > now(), false))
  returning deliveries
),
audited as (
  insert into audit_rows
  select 'webhook.redelivered', webhook_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object('delivery_id', :delivery_id)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from again cross join target
)
select
  (delivery).delivery_id, (delivery).event_id, (delivery).type, (delivery).is_test,
  shown_status(delivery, round) as status, (delivery).attempts,
  next_attempt_at(delivery, round) as next_attempt_at, (delivery).created_at,
  (delivery).finished_at, is_kept
from (
  select deliveries as delivery, true as is_kept from again
  union all
  select delivery, is_kept from found where not exists (select from again)
) as shown
cross join target;
