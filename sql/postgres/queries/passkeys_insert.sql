-- Stores a passkey of a person who has fewer than :count_max, with the audit row. No row is
-- returned when there are as many already. Whoever calls has locked the person (people_lock).
with made as (
  insert into passkeys (passkey_id, person_id, credential_id, public_key, sign_count, transports,
    name)
  select :passkey_id, :person_id, :credential_id, :public_key::bytea, :sign_count::bigint,
    :transports::text[], :name
  where (select count(*) from passkeys where person_id = :person_id) < :count_max::integer
  returning passkey_id, credential_id, transports, name, created_at, last_used_at
),
audited as (
  insert into audit_rows
  select 'passkey.added', passkey_id, :operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object('member_id', :member_id::text)),
    'person', :member_id, null, :request_id
  from made
)
select * from made;
