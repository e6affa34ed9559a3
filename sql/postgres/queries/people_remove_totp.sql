-- No more codes are asked for, and recovery codes in place of them are gone, with the audit row. No
-- row is returned when none were asked for.
with changed as (
  update people
  set totp_secret = null, begun_totp_secret = null, totp_last_step = null
  where person_id = :person_id and totp_secret is not null
  returning person_id
),
forgotten as (
  delete from recovery_codes where person_id in (select person_id from changed)
),
audited as (
  insert into audit_rows
  select 'totp.removed', :member_id, :operator_id, true,
    '{"before": {"has_totp": true}, "after": {"has_totp": false}}'::jsonb,
    'person', :member_id, null, :request_id
  from changed
)
select person_id from changed;
