-- Makes the events of a period due again for a webhook, with audit row: those that have no delivery
-- get one; one that was sent, failed or was canceled is sent again; one that waits stays as it is.
-- The oldest :events_max after the position are taken. Returns how many events and deliveries these
-- are, the position of the last one, and whether there are more. No row is returned when the
-- webhook is not active.
-- The period is [since, until). :after_us is the position in microseconds since 1970, null for its
-- beginning; :after_id is the id of the event there.
with target as materialized (
  select webhook_id, operator_id, livemode, round
  from webhooks
  where webhook_id = :webhook_id and status = 'active' and deleted_at is null
),
found as materialized (
  select
    event_id, type, created_at, tx, row_number() over (order by created_at, event_id) as number
  from (
    select event_id, type, created_at, tx
    from target
    join events using (operator_id, livemode)
    where created_at >= :since
      and created_at < :until
      and type = any(:types::text[])
      and (:after_us::bigint is null
        or (created_at, event_id)
          > (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
    order by created_at, event_id
    limit :events_max::integer + 1
  ) as oldest
),
chosen as materialized (
  select * from found where number <= :events_max
),
-- In the order in which the relay makes deliveries.
made as (
  insert into deliveries (webhook_id, event_id, type, round)
  select webhook_id, event_id, type, round
  from target cross join chosen
  order by tx, event_id
  on conflict on constraint deliveries_once do nothing
  returning 1
),
-- Those that were there before, in the order in which couriers lock them. Arrays take one pass,
-- even with a plan from when there were few deliveries.
standing as materialized (
  select delivery_id
  from target
  join deliveries using (webhook_id)
  where event_id = any(array(select event_id from chosen))
    and (deliveries.status <> 'pending' or deliveries.round < target.round)
  order by delivery_id
  for no key update of deliveries
),
again as (
  update deliveries
  set
    status = 'pending', round = (select round from target), try_count = 0, due_at = now(),
    lease = null, lease_ends_at = null, finished_at = null
  where delivery_id = any(array(select delivery_id from standing))
  returning 1
),
counted as materialized (
  select
    (select count(*) from chosen)::integer as event_count,
    ((select count(*) from again) + (select count(*) from made))::integer as delivery_count
),
audited as (
  insert into audit_rows
  select 'webhook.replayed', webhook_id, operator_id, livemode,
    jsonb_build_object('after', jsonb_build_object(
      'since', :since::timestamptz, 'until', :until::timestamptz,
      'delivery_count', delivery_count)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from target cross join counted
)
select
  event_count, delivery_count, (select count(*) from found) > :events_max as has_more,
  (select (extract(epoch from created_at) * 1000000)::bigint from chosen
    order by number desc limit 1) as last_us,
  (select event_id from chosen order by number desc limit 1) as last_id
from target cross join counted;
