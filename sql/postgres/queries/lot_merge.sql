-- Takes a lot off the list as another one, or (:merged_into is null) puts it back as it was to be,
-- with audit row and event. The caller has locked the lot's row (lots_lock_pair).
-- `is_waiting` keeps that it is to be listed. It goes on waiting while its operator is not checked.
with standing as materialized (
  select not livemode or checked_at is not null as may_list
  from lots join operators using (operator_id)
  where lot_id = :lot_id::uuid
),
merged as (
  update lots as stored
  set merged_into = :merged_into::uuid,
    is_listed = :merged_into::uuid is null and is_waiting and may_list,
    is_waiting = case when :merged_into::uuid is null then is_waiting and not may_list
      else is_listed or is_waiting end,
    updated_at = now()
  from standing
  where stored.lot_id = :lot_id::uuid
  returning stored.lot_id, stored.operator_id, stored.livemode, new.is_listed,
    lot_snapshot(old) as before, lot_snapshot(new) as after, lot_change(old, new) as change
),
audited as (
  insert into audit_rows
  select 'lot.updated', lot_id::text, operator_id, livemode, lot_updated_diff(before, after),
    :actor_type, :actor_id, :agent_platform, :request_id
  from merged
),
announced as (
  insert into events (type, version, livemode, operator_id, entity_id, data)
  select 'lot.updated', 2, livemode, operator_id, lot_id::text, change
  from merged
  where change is not null
)
select is_listed from merged;
