-- The next events of one operator in one mode after a position, in the order of their
-- transactions: those that are not visible in the snapshot :seen. A position within a part also has
-- :until, the snapshot in which the part was read: of the events that are visible in it only those
-- after :last_tx and :last_id follow, and then those that were committed later. :types is null for
-- all types.
-- Reads at most :row_limit events and says in `found_count` how many. It returns those that begin
-- within the first :byte_limit bytes of all bodies; the columns of the event are null in the only
-- row when there is none.
-- `is_elsewhere`: the position was made by another database server, or by this one before a backup
-- was restored, so the numbers of its transactions mean something else here.
with here as materialized (
  select pg_current_snapshot() as snapshot, system_identifier::text as system
  from pg_control_system()
),
unread as (
  (
    select event_id, type, entity_id, created_at, data, tx, 1 as part
    from events
    where operator_id = :operator_id and livemode = :livemode
      and (tx, event_id) > (:last_tx::text::xid8, :last_id::text)
      and is_unseen(tx, :seen::pg_snapshot) and pg_visible_in_snapshot(tx, :until::pg_snapshot)
      and (:types::text[] is null or type = any(:types))
    order by tx, event_id
    limit :row_limit::integer
  )
  union all
  (
    select event_id, type, entity_id, created_at, data, tx, 2
    from events
    where operator_id = :operator_id and livemode = :livemode
      and is_unseen(tx, coalesce(:until, :seen)::pg_snapshot)
      and (:types::text[] is null or type = any(:types))
    order by tx, event_id
    limit :row_limit
  )
),
next as (
  select event_id, type, created_at, tx, part,
    event_body(
      event_id, type, created_at, shown_event_data(data, coalesce(shown_plate, plate))) as body
  from (select * from unread order by part, tx, event_id limit :row_limit) as first
  left join vehicles on vehicles.vehicle_id = (data ->> 'vehicle_id')::bigint
  left join shown_plates using (entity_id)
),
measured as (
  select *, count(*) over () as found_count,
    sum(octet_length(body)) over (order by part, tx, event_id) - octet_length(body) as begins_at
  from next
)
select here.snapshot::text, system, extract(epoch from now())::bigint as now_seconds,
  system <> :system or pg_snapshot_xmax(:seen::pg_snapshot) > pg_snapshot_xmax(here.snapshot)
    as is_elsewhere,
  event_id, type, created_at, tx::text, part, body, found_count
from here
left join measured on begins_at < :byte_limit::integer
order by part, measured.tx, event_id;
