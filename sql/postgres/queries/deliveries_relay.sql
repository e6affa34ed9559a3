-- Makes a delivery of each event that was committed since the last run, for each active webhook
-- that wants it, in the order of their transactions. Each event is read once: the snapshot that
-- is stored says which events were read, so it does not matter in which order transactions are
-- committed. A run beside another one does nothing. No event is lost on another database server,
-- which has its own transaction ids: everything of the last 30 days is read again, and what has a
-- delivery keeps it.
-- Keeps its plan.
with server as materialized (
  select system_identifier from pg_control_system()
),
position as materialized (
  select
    case when relay_position.system_identifier = server.system_identifier then seen
      else '1:1:'::pg_snapshot end as seen
  from relay_position cross join server
  for no key update of relay_position skip locked
),
fresh as materialized (
  select event.*
  from position
  cross join lateral (
    select event_id, type, operator_id, livemode, created_at, tx
    from events
    where is_unseen(tx, position.seen) and created_at > now() - interval '30 days'
    offset 0
  ) as event
),
made as (
  insert into deliveries (webhook_id, event_id, type, round)
  select webhook_id, event_id, fresh.type, round
  from fresh
  join webhooks using (operator_id, livemode)
  where webhooks.status = 'active' and webhooks.deleted_at is null
    and fresh.type = any(webhooks.events)
    and fresh.created_at >= webhooks.active_since
  order by fresh.tx, fresh.event_id
  on conflict on constraint deliveries_once do nothing
  returning delivery_id
),
moved as (
  update relay_position
  set seen = pg_current_snapshot(), system_identifier = server.system_identifier
  from server
  where exists (select from fresh)
)
select (select count(*) from fresh)::integer as event_count,
  (select count(*) from made)::integer as delivery_count;
