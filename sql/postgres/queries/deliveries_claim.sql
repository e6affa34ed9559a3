-- Leases deliveries that are due, with all that is needed to send them. The webhooks with waiting
-- deliveries are visited one after another by index, at most :webhooks_max after :after, and of
-- each only as many rows are read as it has room for: a million that wait for one webhook delay
-- no other. `reached` is where the next visit begins: after the last webhook that was visited, or
-- after the one at which :row_limit was full, so that the first ones cannot keep the last ones
-- waiting; null for the beginning. The bodies of events that have none yet are made.
-- Nothing is leased for an address that is not proven, nor beyond the budgets of its host: those of
-- its operator and of all. What is left of them goes to operators in turn, and of each to what is
-- due for longest.
-- :vouched are beginnings of addresses that need no proof and have no budget.
-- :rooms is a JSON object of how many more this courier takes for each of some webhooks, and :room
-- for all others. :as_of is null for the database's clock.
-- Keeps its plan.
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
  select webhook.*, case when not is_vouched then host end as host
  from visited
  -- `offset 0` makes the planner look each webhook up by its key.
  cross join lateral (
    select webhook_secrets.*, url, round, operator_id, livemode,
      coalesce((:rooms::jsonb ->> webhook_id)::integer, :room) as room
    from webhooks join webhook_secrets using (webhook_id)
    where webhook_id = visited.webhook_id and status = 'active' and deleted_at is null offset 0
  ) as webhook
  left join webhook_addresses using (operator_id, livemode, url)
  cross join lateral is_vouched_for(url, :vouched) as is_vouched
  where is_vouched or verified_at is not null
),
budgets as materialized (
  select *, hold_host_budget(host, operator_id, per_second, burst, :as_of) as rest
  from (
    select distinct host, whose.*
    from turns
    cross join lateral (
      values (turns.operator_id, :own_per_second::integer, :own_burst::integer),
        ('', :all_per_second::integer, :all_burst::integer)
    ) as whose (operator_id, per_second, burst)
    where host is not null
  ) as drawn_on
),
due as materialized (
  select * from (
    select turns.*, own.rest as own_rest, whole.rest as whole_rest
    from turns
    left join budgets as own on own.host = turns.host and own.operator_id = turns.operator_id
    left join budgets as whole on whole.host = turns.host and whole.operator_id = ''
    order by webhook_id
  ) as turns
  cross join lateral (
    select delivery_id, due_at from deliveries
    where deliveries.webhook_id = turns.webhook_id and deliveries.round = turns.round
      and deliveries.status = 'pending' and due_at <= coalesce(:as_of::timestamptz, now())
      and (lease is null or lease_ends_at <= coalesce(:as_of::timestamptz, now()))
    order by due_at limit least(turns.room, own_rest, whole_rest)
    for no key update skip locked
  ) as waiting
  limit :row_limit
),
own_shares as materialized (
  select *, row_number() over (partition by host, operator_id order by due_at) as own_place from due
),
chosen as materialized (
  select * from (
    select *, row_number() over (partition by host order by own_place, random()) as whole_place
    from own_shares where host is null or own_place <= own_rest
  ) as shares
  where host is null or whole_place <= whole_rest order by due_at, delivery_id
),
leased as (
  update deliveries
  set lease = :lease::uuid,
    lease_ends_at = coalesce(:as_of::timestamptz, now())
      + :lease_ms::integer * interval '1 millisecond'
  from chosen
  where deliveries.delivery_id = chosen.delivery_id
  returning deliveries.delivery_id, deliveries.webhook_id, event_id, type, try_count, is_test, url,
    secret,
    case when previous_until > coalesce(:as_of::timestamptz, now()) then previous_secret end
      as previous_secret
),
drawn as (
  insert into webhook_host_budgets as budget (host, operator_id, full_at)
  select host, budgets.operator_id, coalesce(:as_of::timestamptz, now())
    + count(*) * interval '1 second' / min(per_second)
  from chosen join budgets using (host)
  where budgets.operator_id in (chosen.operator_id, '')
  group by host, budgets.operator_id
  order by host, budgets.operator_id
  on conflict (host, operator_id) do update
  set full_at = excluded.full_at
    + greatest(budget.full_at - coalesce(:as_of::timestamptz, now()), interval '0')
),
made as (
  insert into event_bodies (event_id, vehicle_id, body)
  select event_id, vehicles.vehicle_id,
    event_body(event_id, type, created_at, shown_event_data(data, coalesce(shown_plate, plate)))
  from events left join vehicles on vehicles.vehicle_id = (data ->> 'vehicle_id')::bigint
  left join shown_plates using (entity_id)
  where event_id in (select event_id from leased)
    and not exists (select from event_bodies where event_bodies.event_id = events.event_id)
  -- Returns the body that another courier is making at the same time, too.
  on conflict (event_id) do update set event_id = excluded.event_id
  returning event_id, body
)
select reached.webhook_id as reached, leased.*,
  coalesce(
    (select body from event_bodies where event_bodies.event_id = leased.event_id),
    (select body from made where made.event_id = leased.event_id)) as body
from (
  select coalesce(
    (select max(webhook_id) from due having count(*) = :row_limit),
    (select max(webhook_id) from visited having count(*) = :webhooks_max)) as webhook_id
) as reached
left join leased on true;
