-- Marks the operator as checked whose e-mail address a link confirms, with its audit row. No row is
-- returned when the link is unknown or too old, or the operator was checked or refused before.
with changed as (
  update operators
  set checked_at = now(), checked_by = 'email'
  from operator_confirmations as link
  where link.token_sha256 = :token_sha256::bytea
    and link.expires_at > now()
    and operators.operator_id = link.operator_id
    and checked_at is null
    and checked_by is null
  returning operators.operator_id,
    jsonb_build_object('checked_at', old.checked_at, 'checked_by', old.checked_by) as before,
    jsonb_build_object('checked_at', new.checked_at, 'checked_by', new.checked_by) as after
),
audited as (
  insert into audit_rows
  select 'operator.updated', operator_id, operator_id, true,
    jsonb_build_object('before', before, 'after', after), 'system', 'confirm-email'
  from changed
)
select operator_id from changed;
