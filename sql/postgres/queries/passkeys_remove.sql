-- Removes a passkey of a person, with the audit row, unless the person has nothing else to sign in
-- with. No row is returned when there is none; `is_last`: it stays, because it is the last one.
-- Whoever calls has locked the person (people_lock), so that of two passkeys not both are removed.
with asked as materialized (
  select passkey_id,
    password_hash is null and not exists (
      select from passkeys as other
      where other.person_id = :person_id and other.passkey_id <> :passkey_id) as is_last
  from passkeys
  join people using (person_id)
  where passkey_id = :passkey_id and person_id = :person_id
),
removed as (
  delete from passkeys using asked
  where passkeys.passkey_id = asked.passkey_id and not is_last
  returning passkeys.passkey_id
),
audited as (
  insert into audit_rows
  select 'passkey.removed', passkey_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('removed_at', null),
      'after', jsonb_build_object('removed_at', now()),
      'member_id', :member_id::text),
    'person', :member_id, null, :request_id
  from removed
)
select is_last from asked;
