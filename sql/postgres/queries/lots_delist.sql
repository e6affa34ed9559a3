-- Takes up to :row_limit lots of an operator off the list for good, each with its audit row and
-- event. Stays on them go on.
with due as materialized (
  select lot_id from lots
  where operator_id = :operator_id and deleted_at is null and (is_listed or is_waiting)
  order by lot_id
  limit :row_limit
  for no key update
),
delisted as (
  update lots as stored
  set is_listed = false, is_waiting = false, updated_at = now()
  from due
  where stored.lot_id = due.lot_id
  returning stored.lot_id, stored.operator_id, stored.livemode,
    lot_snapshot(old) as before, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    'system', :actor_id
  from delisted
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from delisted
  where change is not null
)
select count(*)::integer as row_count from delisted;
