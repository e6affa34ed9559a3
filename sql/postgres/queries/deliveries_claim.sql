-- Leases deliveries that are due, with all that is needed to send them. The webhooks with waiting
-- deliveries are visited one after another by index, at most :webhooks_max after :after, and of
-- each only as many rows are read as it has room for: a million that wait for one webhook delay
-- no other. `reached` is where the next visit begins; null for the beginning, after the last one
-- was visited. The bodies of events that have none yet are made.
-- :room_ids and :room_counts: how many more this courier takes for these webhooks, and :room for
-- all others. :as_of is null for the database's clock.
with recursive visited (webhook_id, number) as (
  (select webhook_id, 1 from deliveries
    where status = 'pending' and webhook_id > :after order by webhook_id limit 1)
  union all
  select later.webhook_id, number + 1
  from visited
  cross join lateral (
    select webhook_id from deliveries
    where status = 'pending' and webhook_id > visited.webhook_id order by webhook_id limit 1
  ) as later
  where number < :webhooks_max::integer
),
due as materialized (
  select waiting.delivery_id, webhooks.url, secrets.*
  from visited
  join webhooks on webhooks.webhook_id = visited.webhook_id
  join webhook_secrets as secrets on secrets.webhook_id = webhooks.webhook_id
  left join unnest(:room_ids::text[], :room_counts::integer[]) as known (webhook_id, room)
    on known.webhook_id = visited.webhook_id
  cross join lateral (
    select delivery_id from deliveries
    where deliveries.webhook_id = webhooks.webhook_id and deliveries.round = webhooks.round
      and deliveries.status = 'pending' and due_at <= coalesce(:as_of::timestamptz, now())
      and (lease is null or lease_ends_at <= coalesce(:as_of::timestamptz, now()))
    order by due_at
    limit coalesce(known.room, :room::integer)
    for no key update skip locked
  ) as waiting
  where webhooks.status = 'active' and webhooks.deleted_at is null
  limit :row_limit
),
leased as (
  update deliveries
  set
    lease = :lease::uuid,
    lease_ends_at = coalesce(:as_of::timestamptz, now())
      + :lease_ms::integer * interval '1 millisecond'
  from due
  where deliveries.delivery_id = due.delivery_id
  returning deliveries.delivery_id, deliveries.webhook_id, event_id, type, try_count, is_test, url,
    secret,
    case when previous_until > coalesce(:as_of::timestamptz, now()) then previous_secret end
      as previous_secret
),
made as (
  insert into event_bodies (event_id, body, vehicle_id)
  select event_id, event_body(event_id, type, created_at, shown_event_data(data, plate)), vehicle_id
  from events
  left join vehicles on vehicle_id = (data ->> 'vehicle_id')::bigint
  where event_id in (select event_id from leased)
    and not exists (select from event_bodies where event_bodies.event_id = events.event_id)
  -- Returns the body that another courier is making at the same time, too.
  on conflict (event_id) do update set event_id = excluded.event_id
  returning event_id, body
)
select
  reached.webhook_id as reached, leased.*,
  coalesce(
    (select body from event_bodies where event_bodies.event_id = leased.event_id),
    (select body from made where made.event_id = leased.event_id)) as body
from (
  select case when count(*) = :webhooks_max then max(webhook_id) end as webhook_id from visited
) as reached
left join leased on true;
