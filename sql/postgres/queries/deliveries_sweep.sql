-- Deletes deliveries, and the bodies of events, after 30 days. Their ids begin with the time at
-- which they were made. Also deletes addresses that no webhook has had for so long, and budgets of
-- hosts that are full again.
with age as (
  select lpad(to_hex((extract(epoch from now() - interval '30 days') * 1000)::bigint), 12, '0')
    as oldest
),
swept as (
  delete from deliveries using age where delivery_id < 'del_' || oldest returning 1
),
bodies as (
  delete from event_bodies using age where event_id < 'evt_' || oldest returning 1
),
addresses as (
  delete from webhook_addresses
  where asked_at < now() - interval '30 days'
    and not exists (
      select from webhooks
      where webhooks.operator_id = webhook_addresses.operator_id
        and webhooks.livemode = webhook_addresses.livemode
        and webhooks.url = webhook_addresses.url and deleted_at is null)
  returning 1
),
budgets as (
  delete from webhook_host_budgets where full_at < now() returning 1
)
select (
  (select count(*) from swept) + (select count(*) from bodies)
  + (select count(*) from addresses) + (select count(*) from budgets))::integer as row_count;
