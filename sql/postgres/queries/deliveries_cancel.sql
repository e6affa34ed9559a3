-- Marks deliveries as canceled whose webhook was paused or deleted while they waited. They are not
-- sent since that moment; this writes it down.
with over as materialized (
  select waiting.delivery_id
  from webhooks
  cross join lateral (
    select delivery_id from deliveries
    where deliveries.webhook_id = webhooks.webhook_id and deliveries.round < webhooks.round
      and deliveries.status = 'pending'
    limit 20000
    for no key update skip locked
  ) as waiting
),
canceled as (
  update deliveries
  set status = 'canceled', finished_at = now(), lease = null, lease_ends_at = null
  from over
  where deliveries.delivery_id = over.delivery_id
  returning 1
)
select count(*)::integer as row_count from canceled;
