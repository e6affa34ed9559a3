-- How the sending of events to webhooks goes. `overdue_seconds`: for how long the oldest delivery
-- waits that is due, or the oldest event without deliveries by a courier yet; 0: none.
-- `neglected_seconds`: the same without webhooks to which something was sent in the last minute, so
-- without those whose endpoints are slow. Of each webhook with waiting deliveries one is read,
-- however many there are. Those whose addresses have to prove themselves first do not count.
-- :vouched are beginnings of addresses that need no proof.
with recursive waiting (webhook_id) as (
  (select webhook_id from deliveries where status = 'pending' order by webhook_id limit 1)
  union all
  select later.webhook_id
  from waiting
  cross join lateral (
    select webhook_id from deliveries
    where status = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1
  ) as later
),
oldest (since, is_served) as (
  select first_due.due_at,
    coalesce(greatest(last_success_at, last_failure_at) > now() - interval '1 minute', false)
  from waiting
  -- `offset 0` makes the planner look each webhook and address up by its key.
  cross join lateral (
    select * from webhooks where webhooks.webhook_id = waiting.webhook_id offset 0
  ) as webhook
  left join lateral (
    select verified_at from webhook_addresses as address
    where address.operator_id = webhook.operator_id and address.livemode = webhook.livemode
      and address.url = webhook.url offset 0
  ) as address on true
  cross join lateral (
    select due_at from deliveries
    where deliveries.webhook_id = webhook.webhook_id and deliveries.round = webhook.round
      and deliveries.status = 'pending'
    order by due_at
    limit 1
  ) as first_due
  where webhook.status = 'active' and webhook.deleted_at is null
    and (verified_at is not null or is_vouched_for(url, :vouched))
  union all
  select unread.created_at, false
  from relay_position
  cross join lateral (
    select created_at from events
    where is_unseen(tx, seen)
    order by tx, event_id
    limit 1
  ) as unread
  where exists (select from webhooks where status = 'active' and deleted_at is null)
)
select
  greatest(0, floor(extract(epoch from now() - (select min(since) from oldest))))::integer
    as overdue_seconds,
  greatest(0, floor(extract(epoch
    from now() - (select min(since) from oldest where not is_served))))::integer
    as neglected_seconds,
  (select count(*) from webhooks where status = 'paused' and deleted_at is null)::integer
    as paused_count;
