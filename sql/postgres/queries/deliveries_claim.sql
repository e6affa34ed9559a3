-- Leases deliveries that are due, with all that is needed to send them. The webhooks with waiting
-- deliveries are visited one after another by index, at most :webhooks_max after :after, and of
-- each only as many rows are read as it has room for: a million that wait for one webhook delay
-- no other. `reached` is where the next visit begins: after the last webhook that was visited, or
-- after the one at which :row_limit was full, so that the first ones cannot keep the last ones
-- waiting; null for the beginning. The bodies of events that have none yet are made.
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
turns as materialized (
  select secrets.*, url, round, coalesce(known.room, :room::integer) as room
  from visited
  join webhooks using (webhook_id)
  join webhook_secrets as secrets using (webhook_id)
  left join unnest(:room_ids::text[], :room_counts::integer[]) as known (webhook_id, room)
    using (webhook_id)
  where status = 'active' and deleted_at is null
  order by webhook_id
),
due as materialized (
  select waiting.delivery_id, turns.*
  from turns
  cross join lateral (
    select delivery_id from deliveries
    where deliveries.webhook_id = turns.webhook_id and deliveries.round = turns.round
      and deliveries.status = 'pending' and due_at <= coalesce(:as_of::timestamptz, now())
      and (lease is null or lease_ends_at <= coalesce(:as_of::timestamptz, now()))
    order by due_at
    limit turns.room
    for no key update skip locked
  ) as waiting
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
  select coalesce(
    (select max(webhook_id) from due having count(*) = :row_limit),
    (select max(webhook_id) from visited having count(*) = :webhooks_max)) as webhook_id
) as reached
left join leased on true;
