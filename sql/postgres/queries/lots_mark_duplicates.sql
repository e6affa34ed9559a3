-- Marks lots as possible duplicates of others, each with its audit row and its event.
-- :duplicates_of are the lots for :lot_ids, in the same order; null for one that counts itself.
with given as materialized (
  select lots.lot_id, given.duplicate_of
  from unnest(:lot_ids::uuid[], :duplicates_of::uuid[]) as given (lot_id, duplicate_of)
  join lots using (lot_id)
  where deleted_at is null and lots.duplicate_of is distinct from given.duplicate_of
  order by lot_id
  for no key update of lots
),
marked as (
  update lots as stored
  set duplicate_of = given.duplicate_of, updated_at = now()
  from given
  where stored.lot_id = given.lot_id
  returning stored.lot_id, stored.operator_id, stored.livemode,
    lot_snapshot(old) as before, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    'system', :actor_id
  from marked
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from marked
  where change is not null
)
select count(*)::integer as row_count from marked;
