-- Marks an operator as checked or, with :is_checked false, takes that back, with its audit row,
-- where it differs. No row is returned where nothing changed. What was set by hand is changed by
-- hand only.
-- :operator_id is null for all operators. :checked_by is how it was checked. :actor_id is the part
-- of this system that says so.
with changed as (
  update operators
  set checked_at = case when :is_checked::boolean then now() end, checked_by = :checked_by
  where (:operator_id::text is null or operator_id = :operator_id)
    and (:checked_by = 'hand' or checked_by is null)
    and case
      when :is_checked then checked_at is null
      else checked_at is not null or checked_by is distinct from :checked_by
    end
  returning operator_id,
    jsonb_build_object('checked_at', old.checked_at, 'checked_by', old.checked_by) as before,
    jsonb_build_object('checked_at', new.checked_at, 'checked_by', new.checked_by) as after
),
audited as (
  insert into audit_rows
  select 'operator.updated', operator_id, operator_id, true,
    jsonb_build_object('before', before, 'after', after), 'system', :actor_id
  from changed
)
select operator_id from changed;
