-- Lists lots that wait and whose operators are checked, and takes listed lots of operators that are
-- not checked out of the public, each with its audit row and event. Lots that others write at this
-- moment are left for the next run.
-- :operator_id is null for all operators.
with found as materialized (
  select lot_id
  from operators
  -- By index for each operator: otherwise all lots might be read.
  cross join lateral (
    (
      select lot_id from lots
      where lots.operator_id = operators.operator_id and operators.checked_at is not null
        and is_waiting and deleted_at is null and merged_into is null
      limit :row_limit
    )
    union all
    (
      select lot_id from lots
      where lots.operator_id = operators.operator_id and operators.checked_at is null
        and livemode and deleted_at is null and is_listed
      limit :row_limit
    )
  ) as lot
  where :operator_id::text is null or operator_id = :operator_id
  limit :row_limit
),
due as materialized (
  select lots.lot_id, checked_at is not null as is_checked
  from lots
  join operators using (operator_id)
  where lot_id = any(array(select lot_id from found))
    and deleted_at is null and case when checked_at is null then is_listed
      else is_waiting and merged_into is null end
  order by lots.lot_id
  limit :row_limit
  for no key update of lots skip locked
),
applied as (
  update lots as stored
  set is_listed = is_checked, is_waiting = not is_checked, updated_at = now()
  from due
  where stored.lot_id = due.lot_id
  returning stored.lot_id, stored.operator_id, stored.livemode,
    lot_snapshot(old) as before, lot_snapshot(new) as after,
    lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    'system', 'apply-check'
  from applied
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from applied
  where change is not null
)
select count(*)::integer as row_count from applied;
