-- Stores the password of a person, and ends all other sign-ins of it, each with its audit row.
-- No row is returned when the person has no address to sign in with.
with changed as (
  update people
  set password_hash = :password_hash
  where person_id = :person_id and email is not null
  returning old.password_hash is not null as had_password
),
ended as (
  update sign_ins
  set ended_at = now()
  where person_id = :person_id
    and ended_at is null
    and sign_in_id <> :sign_in_id
    and exists (select from changed)
  returning sign_in_id, member_id, ended_at
),
audited as (
  insert into audit_rows
  select 'password.set', :member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('has_password', had_password),
      'after', jsonb_build_object('has_password', true),
      'sign_in_count', (select count(*) from ended)),
    'person', :member_id, null, :request_id
  from changed
  union all
  select 'sign_in.ended', sign_in_id, operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('ended_at', null),
      'after', jsonb_build_object('ended_at', ended_at),
      'member_id', member_id),
    'person', :member_id, null, :request_id
  from ended
  join members using (member_id)
)
select had_password from changed;
