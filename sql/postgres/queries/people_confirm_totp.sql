-- Codes of the secret that was begun are asked for from now on, with the audit row. The code that
-- confirmed it cannot be used again. No row is returned when it was not begun, or confirmed before.
with changed as (
  update people
  set totp_secret = begun_totp_secret, begun_totp_secret = null, totp_last_step = :step
  where person_id = :person_id and begun_totp_secret = :begun_totp_secret
  returning old.totp_secret is not null as had_totp
),
audited as (
  insert into audit_rows
  select 'totp.set', :member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('has_totp', had_totp),
      'after', jsonb_build_object('has_totp', true)),
    'person', :member_id, null, :request_id
  from changed
)
select had_totp from changed;
